package dev.elasticjob.test.registry;

import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.Watch.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Contract of a session whose connection was lost and restored. */
interface ReconnectContract extends Peers {

    @Test
    default void the_session_is_the_same_after_a_reconnect_and_works() {
        Peer a = connect();
        long id = a.session.id();
        for (int i = 0; i < 3; i++) {
            a.cut();
            a.heal();
            a.create("/node" + i, "");
            a.bind("/bound" + i);
        }

        assertThat(a.session.id()).isEqualTo(id);
        assertThat(a.node("/bound0").owner()).isEqualTo(id);
        assertThat(a.node("/bound2").owner()).isEqualTo(id);
    }

    @Test
    default void changes_made_while_cut_off_are_hinted_after_the_reconnect() {
        Peer a = connect();
        Peer b = connect();
        b.create("/node", "");
        Events<Hint> node = a.watch("/node", Scope.NODE);
        Events<Hint> tree = a.watch("/tree", Scope.SUBTREE);

        a.cut();
        b.set("/node", "1");
        b.committed(tx().create("/tree", "", Mode.PERSISTENT).create("/tree/leaf", "", Mode.PERSISTENT));
        a.heal();

        node.next(new Hint("/node", true)::equals);
        tree.next(new Hint("/tree", true)::equals);
        assertThat(a.node("/node").text()).isEqualTo("1");
        assertThat(a.look("/tree/leaf")).isPresent();
    }

    @Test
    default void watches_continue_after_a_reconnect() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> node = a.watch("/node", Scope.NODE);
        Events<Hint> tree = a.watch("/tree", Scope.SUBTREE);
        for (int i = 0; i < 3; i++) {
            a.cut();
            a.heal();
            node.next(new Hint("/node", true)::equals);
            tree.next(new Hint("/tree", true)::equals);

            b.committed(tx().create("/node", "", Mode.PERSISTENT).create("/tree", "", Mode.PERSISTENT));
            node.next(WatchContract.hintAt("/node"));
            tree.next(WatchContract.hintAt("/tree"));
            b.committed(tx().delete("/node", 0).delete("/tree", 0));
            node.next(WatchContract.hintAt("/node"));
            tree.next(WatchContract.hintAt("/tree"));
        }
    }

    @Test
    default void a_watch_set_while_cut_off_works_after_the_reconnect() {
        Peer a = connect();
        Peer b = connect();
        a.cut();
        Events<Hint> hints = new Events<>("hint of a watch set while cut off");
        a.session.watch("/node", Scope.SUBTREE, hints);
        b.create("/node", "");
        a.heal();

        hints.next(WatchContract.hintAt("/node"));
        assertThat(a.look("/node")).isPresent();
        WatchContract.awaitHintsSoFar(a, b);
        hints.take();
        b.create("/node/child", "");
        hints.next(WatchContract.hintAtCreationOrDeletion("/node/child"));
    }

    @Test
    default void a_watch_closed_while_cut_off_stays_closed() {
        Peer a = connect();
        Peer b = connect();
        Events<Hint> ended = new Events<>("hint of a watch closed while cut off");
        Watch watch = a.session.watch("/node", Scope.NODE, ended);
        Events<Hint> other = a.watch("/node", Scope.NODE);
        a.cut();
        ended.take();

        watch.close();
        a.heal();
        other.next(new Hint("/node", true)::equals);
        b.create("/node", "");

        other.next(WatchContract.hintAt("/node"));
        WatchContract.awaitHintsSoFar(a, b);
        assertThat(ended.take()).isEmpty();
    }

    @Test
    default void a_cut_in_the_middle_of_a_pipeline_loses_nothing_that_was_acknowledged() {
        Peer a = connect();
        Peer b = connect();
        List<CompletionStage<CommitResult>> commits = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            commits.add(a.session.commit(
                    tx().create("/node" + i, "", Mode.PERSISTENT).build()));
            if (i == 100) {
                a.client.cut(a.session);
            }
        }
        a.awaitState(State.SUSPENDED);
        a.heal();
        a.look("/");

        long number = 0;
        for (int i = 0; i < 200; i++) {
            CommitResult result = Waiting.await(commits.get(i));
            if (result instanceof CommitResult.Committed committed) {
                assertThat(b.node("/node" + i).created()).isEqualTo(committed.number());
                assertThat(committed.number()).isGreaterThan(number);
                number = committed.number();
            } else if (result instanceof CommitResult.Refused) {
                assertThat(b.look("/node" + i)).isEmpty();
            } else {
                assertThat(result).isInstanceOf(CommitResult.Unknown.class);
            }
        }
    }

    @Test
    default void a_session_that_is_closed_while_cut_off_is_closed() {
        Peer a = connect();
        a.cut();

        a.session.close();

        a.awaitState(State.CLOSED);
        assertThat(a.session.state()).isEqualTo(State.CLOSED);
    }
}
