package dev.elasticjob.registry.memory;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTreeTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final List<String> changes = new ArrayList<>();
    private final MemoryTree tree = new MemoryTree(new RegistryLimits(10_000, 100), new Recorder(changes));

    @Test
    void a_new_tree_has_a_root_only() {
        assertThat(tree.size()).isEqualTo(1);
        assertThat(tree.node("/")).isPresent();
        assertThat(tree.children("/")).isEmpty();
        assertThat(tree.number()).isZero();
    }

    @Test
    void the_root_is_never_deleted() {
        Transaction delete = Transaction.builder().delete("/", ANY_VERSION).build();

        assertThat(tree.commit(1, delete, NOW))
                .isEqualTo(new Conflict(0, delete.ops().get(0), Reason.HAS_CHILDREN));
    }

    @Test
    void the_root_may_have_data() {
        committed(1, Transaction.builder().set("/", "data", 0));

        assertThat(tree.node("/").orElseThrow().text()).isEqualTo("data");
    }

    @Test
    void changes_are_published_in_the_order_of_the_steps_after_all_of_them() {
        committed(
                1,
                Transaction.builder()
                        .create("/a", "", Mode.PERSISTENT)
                        .create("/a/b", "", Mode.BOUND)
                        .set("/a", "1", 0)
                        .checkExists("/a")
                        .delete("/a/b", 0));

        assertThat(changes).containsExactly("created /a", "created /a/b", "set /a", "deleted /a/b");
    }

    @Test
    void a_failed_transaction_publishes_no_change_and_uses_no_number() {
        long before = tree.number();

        assertThat(commit(
                        1,
                        Transaction.builder().create("/a", "", Mode.PERSISTENT).set("/b", "", 0)))
                .isInstanceOf(Conflict.class);

        assertThat(changes).isEmpty();
        assertThat(tree.number()).isEqualTo(before);
        assertThat(tree.size()).isEqualTo(1);
    }

    @Test
    void the_end_of_a_session_deletes_its_nodes_in_one_commit() {
        committed(1, Transaction.builder().create("/p", "", Mode.PERSISTENT));
        committed(1, Transaction.builder().create("/p/one", "", Mode.BOUND).create("/p/two", "", Mode.BOUND));
        committed(2, Transaction.builder().create("/p/other", "", Mode.BOUND));
        changes.clear();
        long before = tree.number();

        tree.end(1);

        assertThat(changes).containsExactly("deleted /p/one", "deleted /p/two");
        assertThat(tree.number()).isEqualTo(before + 1);
        assertThat(tree.children("/p")).containsExactly("other");
        assertThat(tree.boundPathBytes(1)).isZero();
    }

    @Test
    void the_end_of_a_session_without_nodes_is_no_commit() {
        tree.end(7);

        assertThat(tree.number()).isZero();
        assertThat(changes).isEmpty();
    }

    @Test
    void a_transaction_over_the_limit_is_refused() {
        CommitResult result = commit(1, Transaction.builder().create("/a", new byte[10_000], Mode.PERSISTENT));

        assertThat(result).isInstanceOf(Refused.class);
        assertThat(((Refused) result).refusal()).isEqualTo(Refusal.TOO_LARGE);
        assertThat(tree.size()).isEqualTo(1);
    }

    @Test
    void a_transaction_of_too_many_steps_is_refused() {
        MemoryTree small = new MemoryTree(new RegistryLimits(10_000, 2, 100), new Recorder(changes));
        Transaction.Builder transaction =
                Transaction.builder().create("/a", "", Mode.PERSISTENT).create("/b", "", Mode.PERSISTENT);
        assertThat(small.commit(1, transaction.build(), Instant.EPOCH)).isInstanceOf(CommitResult.Committed.class);

        CommitResult result = small.commit(1, transaction.checkExists("/").build(), Instant.EPOCH);

        assertThat(((Refused) result).refusal()).isEqualTo(Refusal.TOO_LARGE);
        assertThat(((Refused) result).reason()).contains("3 steps", "2 steps");
    }

    @Test
    void a_session_is_bound_to_paths_up_to_the_limit_of_bytes() {
        String half = "/" + "ü".repeat(24) + "x";
        committed(1, Transaction.builder().create(half + "1", "", Mode.BOUND));
        assertThat(tree.boundPathBytes(1)).isEqualTo(51);

        CommitResult result = commit(1, Transaction.builder().create(half + "2", "", Mode.BOUND));

        assertThat(((Refused) result).refusal()).isEqualTo(Refusal.TOO_MANY_BOUND);
        assertThat(tree.boundPathBytes(1)).isEqualTo(51);
        assertThat(tree.node(half + "2")).isEmpty();
        committed(2, Transaction.builder().create(half + "2", "", Mode.BOUND));
        committed(2, Transaction.builder().delete(half + "1", 0));
        assertThat(tree.boundPathBytes(1)).isZero();
        committed(1, Transaction.builder().create(half + "3", "", Mode.BOUND));
        committed(1, Transaction.builder().create(half + "4", "", Mode.BOUND).delete(half + "3", 0));
    }

    @Test
    void what_was_read_does_not_change() {
        committed(1, Transaction.builder().create("/a", "0", Mode.PERSISTENT));
        var before = tree.read(ReadRequest.of("/a").children("/"));

        committed(1, Transaction.builder().set("/a", "1", 0).create("/b", "", Mode.PERSISTENT));

        assertThat(before.node("/a").orElseThrow().text()).isEqualTo("0");
        assertThat(before.children("/")).containsExactly("a");
    }

    private CommitResult commit(long session, Transaction.Builder transaction) {
        return tree.commit(session, transaction.build(), NOW);
    }

    private void committed(long session, Transaction.Builder transaction) {
        assertThat(commit(session, transaction)).isInstanceOf(Committed.class);
    }

    /** Records descriptions of changes. */
    record Recorder(List<String> changes) implements TreeListener {

        @Override
        public void created(String path) {
            changes.add("created " + path);
        }

        @Override
        public void deleted(String path) {
            changes.add("deleted " + path);
        }

        @Override
        public void dataSet(String path) {
            changes.add("set " + path);
        }
    }
}
