package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.engine.requests.RunProgress;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunProgressTest {

    private static final String RUN_ID = "one-off-1";
    private static final String INSTANCE = "10.0.0.1@-@1-a";

    private final RunProgress run = new RunProgress("job", RUN_ID, 3);
    private final RunProgress single = new RunProgress("job", RUN_ID, 1);

    @Test
    void records_and_requests_may_change_the_progress() {
        assertThat(run.dependsOn(new Hint("/job/sharding/2", false))).isTrue();
        assertThat(run.dependsOn(new Hint("/job/trigger/" + INSTANCE, false))).isTrue();
    }

    @Test
    void a_mark_of_an_item_that_has_not_begun_changes_nothing() {
        assertThat(run.dependsOn(new Hint("/job/sharding/2/running", false))).isFalse();
    }

    @Test
    void a_change_somewhere_below_may_be_that_of_a_record() {
        assertThat(run.dependsOn(new Hint("/job/sharding", true))).isTrue();
        assertThat(run.dependsOn(new Hint("/job/sharding/2", true))).isTrue();
    }

    @Test
    void a_run_that_is_lost_with_its_instance_is_abandoned_without_failover() {
        assertThat(single.read(started(false, false), false)).isEmpty();
        assertThat(single.mustReadAgain()).as("the mark was not read yet").isTrue();
        assertThat(single.toRead(false).nodePaths()).contains("/job/sharding/0/running");
        assertThat(single.read(started(false, false), false)).contains(Map.of(0, RunEnd.ABANDONED));
    }

    @Test
    void a_run_that_is_lost_with_its_instance_is_awaited_with_failover() {
        assertThat(single.read(started(false, false), true)).isEmpty();
        assertThat(single.read(started(false, false), true)).isEmpty();
    }

    @Test
    void members_are_read_only_without_failover() {
        assertThat(run.toRead(true).childrenPaths()).containsExactly("/job/trigger");
        assertThat(run.toRead(false).childrenPaths()).containsExactly("/job/trigger", "/job/instances");
    }

    @Test
    void a_run_of_an_instance_that_leaves_is_awaited_as_long_as_its_mark_exists() {
        assertThat(single.read(started(false, true), false)).isEmpty();
        assertThat(single.read(started(false, true), false)).isEmpty();
        assertThat(single.dependsOn(new Hint("/job/sharding/0/running", false))).isTrue();
    }

    @Test
    void a_run_of_a_member_is_awaited() {
        assertThat(single.read(started(true, false), false)).isEmpty();
        assertThat(single.read(started(true, false), false)).isEmpty();
    }

    private static Snapshot started(boolean isMember, boolean isMarked) {
        RunRecord record = RunRecord.NONE.started(new RunRecord.Run(
                RUN_ID,
                RunSource.ONE_OFF,
                Optional.empty(),
                1,
                1,
                1,
                0x100,
                INSTANCE,
                "nonce",
                RunRecord.State.STARTED,
                ""));
        Map<String, Node> nodes = new HashMap<>();
        nodes.put("/job/config", node("/job/config", ""));
        nodes.put("/job/sharding/0", node("/job/sharding/0", record.encode()));
        if (isMarked) {
            nodes.put("/job/sharding/0/running", node("/job/sharding/0/running", INSTANCE));
        }
        return new Snapshot(nodes, Map.of("/job/instances", isMember ? List.of(INSTANCE) : List.of()));
    }

    private static Node node(String path, String text) {
        return new Node(path, text.getBytes(StandardCharsets.UTF_8), 0, 1, 1, Instant.EPOCH, Node.NO_OWNER);
    }
}
