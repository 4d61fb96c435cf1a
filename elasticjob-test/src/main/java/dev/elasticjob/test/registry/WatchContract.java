package dev.elasticjob.test.registry;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.Watch.Scope;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Contract of watches: every change is followed by a hint. */
interface WatchContract extends Peers {

    /** Matches hints for {@code path}. */
    static Predicate<Hint> hintAt(String path) {
        return hint -> hint.path().equals(path)
                || hint.below() && (hint.path().equals("/") || path.startsWith(hint.path() + "/"));
    }

    /** Matches hints for {@code path} or for the children of its parent. */
    static Predicate<Hint> hintAtCreationOrDeletion(String path) {
        return hintAt(path).or(hintAt(path.substring(0, path.lastIndexOf('/'))));
    }

    /**
     * Makes a change that an additional watch observes. Hints are delivered in order, so all hints for earlier changes
     * have arrived when this method returns, and a test can verify the absence of a hint without a fixed wait.
     */
    static void awaitHintsSoFar(Peer watcher, Peer writer) {
        String path = "/fence-" + UUID.randomUUID();
        Events<Hint> fence = watcher.watch(path, Scope.NODE);
        writer.create(path, "");
        fence.next(hintAt(path));
    }

    @Test
    default void a_watched_node_hints_at_creation_data_children_and_deletion() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> hints = a.watch("/node", Scope.NODE);

        b.create("/node", "");
        hints.next(hintAt("/node"));
        b.set("/node", "1");
        hints.next(hintAt("/node"));
        b.create("/node/child", "");
        hints.next(hintAt("/node"));
        b.delete("/node/child");
        hints.next(hintAt("/node"));
        b.delete("/node");
        hints.next(hintAt("/node"));
        b.create("/node", "again");
        hints.next(hintAt("/node"));
    }

    @Test
    default void a_watched_subtree_hints_at_everything_in_it() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> hints = a.watch("/tree", Scope.SUBTREE);

        b.create("/tree", "");
        hints.next(hintAt("/tree"));
        b.set("/tree", "1");
        hints.next(hintAt("/tree"));
        b.create("/tree/branch", "");
        hints.next(hintAtCreationOrDeletion("/tree/branch"));
        b.create("/tree/branch/leaf", "");
        hints.next(hintAtCreationOrDeletion("/tree/branch/leaf"));
        b.set("/tree/branch/leaf", "1");
        hints.next(hintAt("/tree/branch/leaf"));
        b.delete("/tree/branch/leaf");
        hints.next(hintAtCreationOrDeletion("/tree/branch/leaf"));
        b.delete("/tree/branch");
        hints.next(hintAtCreationOrDeletion("/tree/branch"));
        b.delete("/tree");
        hints.next(hintAt("/tree"));
    }

    @Test
    default void the_whole_namespace_can_be_watched() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> children = a.watch("/", Scope.NODE);
        Events<Hint> everything = a.watch("/", Scope.SUBTREE);

        b.committed(tx().create("/node", "", Mode.PERSISTENT).create("/node/deep", "", Mode.PERSISTENT));

        children.next(hintAt("/"));
        everything.next(hintAt("/node/deep").or(hintAt("/node")));
    }

    @Test
    default void every_change_of_one_transaction_is_hinted() {
        Peer a = connect();
        Peer b = connect();
        b.create("/tree", "");
        b.create("/tree/set", "");
        b.create("/tree/gone", "");
        Events<Hint> set = a.watch("/tree/set", Scope.NODE);
        Events<Hint> gone = a.watch("/tree/gone", Scope.NODE);
        Events<Hint> made = a.watch("/tree/made", Scope.NODE);

        b.committed(tx().set("/tree/set", "1", 0).delete("/tree/gone", 0).create("/tree/made", "", Mode.BOUND));

        set.next(hintAt("/tree/set"));
        gone.next(hintAt("/tree/gone"));
        made.next(hintAt("/tree/made"));
    }

    @Test
    default void a_session_is_hinted_at_its_own_changes_too() {
        Peer a = connect();
        Events<Hint> hints = a.watch("/node", Scope.NODE);

        a.create("/node", "");

        hints.next(hintAt("/node"));
    }

    @Test
    default void nodes_that_vanish_with_a_session_are_hinted() {
        Peer a = connect();
        Peer b = connect();
        a.create("/parent", "");
        b.bind("/parent/bound");
        Events<Hint> node = a.watch("/parent/bound", Scope.NODE);
        Events<Hint> parent = a.watch("/parent", Scope.NODE);

        b.expire();

        node.next(hintAt("/parent/bound"));
        parent.next(hintAt("/parent"));
        assertThat(a.look("/parent/bound")).isEmpty();
    }

    @Test
    default void what_is_outside_the_watch_is_not_hinted() {
        Peer a = connect();
        Peer b = connect();
        b.create("/node", "");
        b.create("/node/child", "");
        Events<Hint> node = a.watch("/node", Scope.NODE);
        Events<Hint> subtree = a.watch("/node", Scope.SUBTREE);
        Events<Hint> none = a.watch("/nod", Scope.SUBTREE);
        awaitHintsSoFar(a, b);
        node.take();
        subtree.take();

        b.create("/node2", "");
        b.create("/node2/child", "");
        b.create("/other", "");
        b.set("/other", "1");
        b.delete("/other");
        awaitHintsSoFar(a, b);
        assertThat(node.take()).isEmpty();
        assertThat(subtree.take()).isEmpty();

        b.create("/node/child/grandchild", "");
        b.set("/node/child/grandchild", "1");
        subtree.next(hintAt("/node/child/grandchild"));
        awaitHintsSoFar(a, b);
        assertThat(node.take()).isEmpty();
        assertThat(none.take()).isEmpty();
    }

    @Test
    default void a_closed_watch_gives_no_further_hints_and_others_on_its_path_do() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> ended = new Events<>("hint of the watch to close");
        Watch watch = a.session.watch("/node", Scope.NODE, ended);
        Events<Hint> tree = a.watch("/node", Scope.SUBTREE);
        Events<Hint> going = a.watch("/node", Scope.NODE);
        b.create("/node", "");
        ended.next(hintAt("/node"));
        awaitHintsSoFar(a, b);
        ended.take();
        going.take();
        tree.take();

        watch.close();
        watch.close();
        b.set("/node", "1");

        going.next(hintAt("/node"));
        tree.next(hintAt("/node"));
        awaitHintsSoFar(a, b);
        assertThat(ended.take()).isEmpty();
    }

    @Test
    default void a_path_is_watched_again_after_a_watch_on_it_was_closed() {
        Peer a = connect();
        Peer b = connect();
        for (int i = 0; i < 20; i++) {
            Events<Hint> hints = new Events<>("hint of watch " + i);
            Watch watch = a.session.watch("/node", i % 2 == 0 ? Scope.NODE : Scope.SUBTREE, hints);
            a.read(ReadRequest.of("/node"));
            if (i % 2 == 0) {
                b.create("/node", "");
            } else {
                b.delete("/node");
            }
            hints.next(hintAt("/node"));
            watch.close();
        }
    }

    @Test
    default void a_client_that_reads_at_every_hint_finds_the_last_change() {
        Peer a = connect();
        Peer b = connect();
        b.create("/node", "");
        int last = 300;
        CompletableFuture<Integer> lastSeen = new CompletableFuture<>();
        Runnable look = () -> a.session.read(ReadRequest.of("/node")).thenAccept(result -> {
            int version = ((Snapshot) result).node("/node").orElseThrow().version();
            if (version == last) {
                lastSeen.complete(version);
            }
        });

        a.session.watch("/node", Scope.NODE, hint -> look.run());
        look.run();
        for (int i = 0; i < last; i++) {
            b.session.commit(tx().set("/node", "", ANY_VERSION).build());
        }

        assertThat(Waiting.await(lastSeen)).isEqualTo(last);
    }

    @Test
    default void hints_of_many_watches_of_one_session_all_come() {
        Peer a = connect();
        Peer b = connect();
        b.create("/node", "");
        int many = 500;
        Events<Hint> hints = new Events<>("hints of many watches");
        for (int i = 0; i < many; i++) {
            a.session.watch("/node/" + i, i % 2 == 0 ? Scope.NODE : Scope.SUBTREE, hints);
        }
        a.read(ReadRequest.of("/node"));

        for (int i = 0; i < many; i++) {
            b.session.commit(tx().create("/node/" + i, "", Mode.PERSISTENT).build());
        }

        for (int i = 0; i < many; i++) {
            hints.next(hintAt("/node/" + i));
        }
    }

    @Test
    default void a_watch_ends_with_its_session() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> hints = a.watch("/node", Scope.NODE);
        a.session.close();
        a.awaitState(State.CLOSED);
        hints.take();

        Events<Hint> others = b.watch("/node", Scope.NODE);
        b.create("/node", "");
        others.next(hintAt("/node"));

        assertThat(hints.take()).isEmpty();
    }
}
