package dev.elasticjob.engine.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.spi.JobInstance;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnersTest {

    private static final JobInstance A = new JobInstance("10.0.0.1@-@1", "10.0.0.1");
    private static final JobInstance B = new JobInstance("10.0.0.2@-@1", "10.0.0.2");
    private static final JobInstance STRANGER = new JobInstance("10.0.0.3@-@1", "10.0.0.3");
    private static final List<String> MEMBERS = List.of(A.jobInstanceId(), B.jobInstanceId());

    private static Optional<String> problemOf(Map<JobInstance, List<Integer>> assignment) {
        return Owners.problemOf(assignment, MEMBERS, 3);
    }

    private static Optional<Epoch> ownedBy(int... owners) {
        return Optional.of(new Epoch(1, true, "", MEMBERS, owners, "", "", true, Instant.EPOCH, false, "nonce"));
    }

    @Test
    void an_assignment_of_every_item_once_to_members_is_valid() {
        assertThat(problemOf(Map.of(A, List.of(0, 2), B, List.of(1)))).isEmpty();
        assertThat(problemOf(Map.of(A, List.of(0, 1, 2)))).isEmpty();
    }

    @Test
    void an_assignment_that_misses_or_repeats_an_item_is_invalid() {
        assertThat(problemOf(Map.of(A, List.of(0, 2)))).contains("it does not assign item 1");
        assertThat(problemOf(Map.of(A, List.of(0, 1, 2), B, List.of(1)))).contains("it assigns item 1 twice");
        assertThat(problemOf(Map.of(A, List.of(0, 1, 2, 3)))).contains("it assigns item 3 of 3");
        assertThat(problemOf(Map.of(A, List.of(-1, 0, 1, 2)))).contains("it assigns item -1 of 3");
        assertThat(problemOf(Map.of(A, Arrays.asList(0, 1, null)))).contains("it assigns item null of 3");
    }

    @Test
    void an_assignment_to_others_than_members_is_invalid() {
        assertThat(problemOf(Map.of(A, List.of(0, 1), STRANGER, List.of(2)))).isPresent();
        Map<JobInstance, List<Integer>> toNull = new HashMap<>(Map.of(A, List.of(0, 1)));
        toNull.put(null, List.of(2));
        assertThat(problemOf(toNull)).isPresent();
        toNull.remove(null);
        toNull.put(B, null);
        assertThat(problemOf(toNull)).isPresent();
    }

    @Test
    void after_a_failed_strategy_live_owners_keep_their_items_and_the_rest_is_distributed_evenly() {
        assertThat(Owners.keeping(ownedBy(1, 1, -1, -1), MEMBERS, 4)).containsExactly(1, 1, 0, 0);
        assertThat(Owners.keeping(Optional.empty(), MEMBERS, 4)).containsExactly(0, 1, 0, 1);
        assertThat(Owners.keeping(ownedBy(1, 1, 0), List.of(A.jobInstanceId()), 3))
                .containsExactly(0, 0, 0);
        assertThat(Owners.keeping(ownedBy(1, 0), List.of(), 2)).containsExactly(-1, -1);
    }

    @Test
    void with_static_sharding_an_item_leaves_only_an_owner_that_is_gone() {
        assertThat(Owners.fixed(ownedBy(1, 1, 0), new int[] {0, 0, 1}, MEMBERS)).containsExactly(1, 1, 0);
        assertThat(Owners.fixed(ownedBy(0, 1, 1), new int[] {0, 0, 0}, List.of(B.jobInstanceId())))
                .containsExactly(0, 0, 0);
    }
}
