package dev.elasticjob.test.registry;

import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.test.registry.FaultyClient.Loss;
import org.junit.jupiter.api.Test;

/** Contract of commits whose response was lost: the outcome is reported as unknown, and a synced read determines it. */
interface UnknownOutcomeContract extends Peers {

    @Test
    default void a_commit_lost_on_its_way_to_the_registry_is_unknown_and_did_not_happen() {
        Peer a = connect();
        Peer b = connect();
        a.create("/node", "before");

        loseCommit(a, Loss.BEFORE_APPLYING, tx().set("/node", "after", 0).create("/bound", "", Mode.BOUND));

        assertThat(a.node("/node").text()).isEqualTo("before");
        assertThat(b.node("/node").version()).isZero();
        assertThat(b.look("/bound")).isEmpty();
        a.committed(tx().set("/node", "after", 0).create("/bound", "", Mode.BOUND));
    }

    @Test
    default void a_commit_whose_answer_was_lost_is_unknown_and_did_happen() {
        Peer a = connect();
        Peer b = connect();
        a.create("/node", "before");

        loseCommit(a, Loss.AFTER_APPLYING, tx().set("/node", "after", 0).create("/bound", "", Mode.BOUND));

        assertThat(a.node("/node").text()).isEqualTo("after");
        assertThat(b.node("/node").version()).isEqualTo(1);
        assertThat(b.node("/bound").owner()).isEqualTo(a.session.id());
        a.conflict(0, Reason.VERSION, tx().set("/node", "after", 0).create("/bound", "", Mode.BOUND));
    }

    @Test
    default void bound_nodes_of_a_commit_whose_answer_was_lost_vanish_with_the_session() {
        Peer a = connect();
        Peer b = connect();
        loseCommit(a, Loss.AFTER_APPLYING, tx().create("/bound", "", Mode.BOUND));
        assertThat(a.look("/bound")).isPresent();

        a.session.close();

        b.awaitGone("/bound");
    }

    @Test
    default void a_deletion_whose_answer_was_lost_did_happen() {
        Peer a = connect();
        a.create("/node", "");

        loseCommit(a, Loss.AFTER_APPLYING, tx().delete("/node", 0));

        assertThat(a.look("/node")).isEmpty();
    }

    @Test
    default void an_unknown_commit_of_a_session_that_then_ends_is_settled_by_another_session() {
        Peer a = connect();
        Peer b = connect();
        a.loseNextCommit(Loss.AFTER_APPLYING);
        assertThat(a.commit(tx().create("/node", "", Mode.PERSISTENT))).isInstanceOf(CommitResult.Unknown.class);
        a.awaitState(State.SUSPENDED);

        a.expire();
        a.client.heal(a.session);
        a.awaitState(State.LOST);

        assertThat(b.look("/node")).isPresent();
    }

    @Test
    default void a_loss_that_was_healed_before_it_struck_does_not_strike() {
        Peer a = connect();
        a.loseNextCommit(Loss.BEFORE_APPLYING);
        a.client.heal(a.session);

        a.create("/node", "");
    }

    private static void loseCommit(Peer peer, Loss loss, Transaction.Builder transaction) {
        peer.loseNextCommit(loss);
        CommitResult result = peer.commit(transaction);
        assertThat(result).isInstanceOf(CommitResult.Unknown.class);
        assertThat(((CommitResult.Unknown) result).reason()).isNotBlank();
        peer.awaitState(State.SUSPENDED);
        peer.heal();
    }
}
