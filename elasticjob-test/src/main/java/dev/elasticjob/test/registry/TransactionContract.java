package dev.elasticjob.test.registry;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Contract of transactions: they are atomic and ordered, and a conflict names the failed operation. */
interface TransactionContract extends Peers {

    @Test
    default void a_transaction_changes_all_its_nodes() {
        Peer a = connect();
        a.create("/old", "1");
        a.create("/gone", "1");

        a.committed(tx().checkExists("/old")
                .create("/new", "n", Mode.PERSISTENT)
                .set("/old", "2", 0)
                .delete("/gone", 0));

        Snapshot snapshot = a.read(ReadRequest.of("/new", "/old", "/gone").children("/"));
        assertThat(snapshot.node("/new"))
                .hasValueSatisfying(node -> assertThat(node.text()).isEqualTo("n"));
        assertThat(snapshot.node("/old"))
                .hasValueSatisfying(node -> assertThat(node.text()).isEqualTo("2"));
        assertThat(snapshot.node("/gone")).isEmpty();
        assertThat(snapshot.children("/")).containsExactly("new", "old");
    }

    @Test
    default void a_transaction_whose_last_step_fails_changes_nothing() {
        Peer a = connect();
        a.create("/old", "1");
        a.create("/kept", "1");
        ReadRequest everything = ReadRequest.of("/", "/old", "/kept", "/new", "/new/child", "/bound")
                .children(List.of("/", "/new"))
                .synced();
        Snapshot before = a.read(everything);

        a.conflict(
                6,
                Reason.MISSING,
                tx().set("/old", "2", 0)
                        .delete("/kept", 0)
                        .create("/new", "", Mode.PERSISTENT)
                        .create("/new/child", "", Mode.PERSISTENT)
                        .create("/bound", "", Mode.BOUND)
                        .delete("/old", 1)
                        .checkExists("/old"));

        assertThat(a.read(everything)).isEqualTo(before);
    }

    @Test
    default void steps_that_do_not_hold_are_named_with_the_reason() {
        Peer a = connect();
        a.create("/node", "");
        a.create("/parent", "");
        a.create("/parent/child", "");
        a.bind("/bound");

        a.conflict(0, Reason.MISSING, tx().checkExists("/none").set("/node", "", ANY_VERSION));
        a.conflict(1, Reason.MISSING, tx().checkExists("/node").set("/none", "", ANY_VERSION));
        a.conflict(1, Reason.MISSING, tx().set("/node", "", 0).delete("/none", ANY_VERSION));
        a.conflict(0, Reason.MISSING, tx().create("/none/child", "", Mode.PERSISTENT));
        a.conflict(0, Reason.MISSING, tx().create("/none/child", "", Mode.BOUND));
        a.conflict(1, Reason.EXISTS, tx().checkExists("/node").create("/parent", "", Mode.PERSISTENT));
        a.conflict(0, Reason.EXISTS, tx().create("/bound", "", Mode.BOUND));
        a.conflict(0, Reason.VERSION, tx().check("/node", 7).set("/node", "", ANY_VERSION));
        a.conflict(1, Reason.VERSION, tx().check("/node", 0).set("/parent", "", 1));
        a.conflict(0, Reason.VERSION, tx().delete("/node", 1));
        a.conflict(
                2,
                Reason.HAS_CHILDREN,
                tx().checkExists("/node").set("/node", "", 0).delete("/parent", 0));
        a.conflict(0, Reason.PARENT_IS_BOUND, tx().create("/bound/child", "", Mode.PERSISTENT));
        a.conflict(0, Reason.PARENT_IS_BOUND, tx().create("/bound/child", "", Mode.BOUND));
    }

    @Test
    default void the_first_of_several_failing_steps_is_named() {
        Peer a = connect();
        a.create("/node", "");

        a.conflict(
                1,
                Reason.EXISTS,
                tx().checkExists("/node")
                        .create("/node", "", Mode.PERSISTENT)
                        .delete("/none", ANY_VERSION)
                        .check("/node", 9));
    }

    @Test
    default void later_steps_see_what_earlier_ones_did() {
        Peer a = connect();

        a.committed(tx().create("/node", "0", Mode.PERSISTENT)
                .check("/node", 0)
                .set("/node", "1", 0)
                .check("/node", 1)
                .delete("/node", 1));
        assertThat(a.look("/node")).isEmpty();

        a.committed(tx().create("/parent", "", Mode.PERSISTENT)
                .create("/parent/child", "", Mode.PERSISTENT)
                .delete("/parent/child", 0)
                .delete("/parent", 0)
                .create("/parent", "again", Mode.PERSISTENT));
        assertThat(a.node("/parent").text()).isEqualTo("again");
        assertThat(a.node("/parent").version()).isZero();

        a.conflict(1, Reason.EXISTS, tx().create("/twice", "", Mode.PERSISTENT).create("/twice", "", Mode.PERSISTENT));
        a.conflict(1, Reason.VERSION, tx().set("/parent", "", 0).set("/parent", "", 0));
        a.conflict(1, Reason.MISSING, tx().delete("/parent", 0).set("/parent", "", 0));
        a.conflict(
                1,
                Reason.PARENT_IS_BOUND,
                tx().create("/bound", "", Mode.BOUND).create("/bound/child", "", Mode.PERSISTENT));
        a.conflict(
                1,
                Reason.HAS_CHILDREN,
                tx().create("/parent/child", "", Mode.PERSISTENT).delete("/parent", 0));
    }

    @Test
    default void a_node_of_any_version_satisfies_a_step_without_version() {
        Peer a = connect();
        a.create("/node", "0");
        a.set("/node", "1");
        a.set("/node", "2");

        a.committed(tx().checkExists("/node").set("/node", "3", ANY_VERSION));
        a.committed(tx().delete("/node", ANY_VERSION));

        assertThat(a.look("/node")).isEmpty();
    }

    @Test
    default void the_order_of_names_is_ascending_and_names_of_unicode_are_kept() {
        Peer a = connect();
        a.create("/jobs", "");
        List<String> names = List.of("-", "1", "10", "2", "A", "a b", "name@-@1", "ü", "名前", "작업");
        names.forEach(name -> a.create("/jobs/" + name, name));

        Snapshot snapshot = a.read(ReadRequest.empty()
                .children("/jobs")
                .nodes(names.stream().map("/jobs/"::concat).toList()));

        assertThat(snapshot.children("/jobs")).isEqualTo(names);
        assertThat(names).allSatisfy(name -> {
            assertThat(snapshot.node("/jobs/" + name)).isPresent();
            assertThat(snapshot.node("/jobs/" + name).orElseThrow().path()).isEqualTo("/jobs/" + name);
            assertThat(snapshot.node("/jobs/" + name).orElseThrow().text()).isEqualTo(name);
        });
    }

    @Test
    default void a_read_of_what_is_not_there_is_empty() {
        Peer a = connect();
        a.create("/leaf", "");

        Snapshot snapshot =
                a.read(ReadRequest.of("/none", "/none/child", "/none").children(List.of("/none", "/leaf")));

        assertThat(snapshot.node("/none")).isEmpty();
        assertThat(snapshot.node("/none/child")).isEmpty();
        assertThat(snapshot.children("/none")).isEmpty();
        assertThat(snapshot.children("/leaf")).isEmpty();
        assertThat(a.read(ReadRequest.empty()).nodes()).isEmpty();
    }

    @Test
    default void the_root_of_a_fresh_namespace_is_there_and_empty() {
        Peer a = connect();

        assertThat(a.read(ReadRequest.empty().children("/")).children("/")).isEmpty();
        assertThat(a.look("/")).isPresent();
        a.conflict(0, Reason.EXISTS, tx().create("/", "", Mode.PERSISTENT));
    }

    @Test
    default void namespaces_do_not_see_each_other() {
        Peer a = connect("-one");
        Peer b = connect("-two");
        a.create("/node", "one");
        b.create("/node", "two");

        assertThat(a.node("/node").text()).isEqualTo("one");
        assertThat(b.node("/node").text()).isEqualTo("two");
        a.delete("/node");
        assertThat(b.look("/node")).isPresent();
    }

    @Test
    default void illegal_paths_are_refused_before_anything_is_sent() {
        Peer a = connect();
        Consumer<Hint> ignored = hint -> {};
        for (String path : List.of("", "node", "/node/", "//", "/a//b", "/a/../b", "/.", "/a\u0000b", "/a\u0085b")) {
            assertThatIllegalArgumentException().as(path).isThrownBy(() -> a.session.watch(path, Scope.NODE, ignored));
            assertThatIllegalArgumentException().as(path).isThrownBy(() -> ReadRequest.of(path));
            assertThatIllegalArgumentException().as(path).isThrownBy(() -> tx().create(path, "", Mode.PERSISTENT));
            Create step = new Create(path, new byte[0], Mode.PERSISTENT);
            assertThatIllegalArgumentException().as(path).isThrownBy(() -> tx().add(step));
        }
        assertThatIllegalStateException().isThrownBy(() -> tx().checkExists("/").build());
    }
}
