package dev.elasticjob.test.registry;

import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Contract of the identity, states and end of sessions. */
interface SessionContract extends Peers {

    @Test
    default void every_session_has_a_unique_identity() {
        Set<Long> ids = new HashSet<>();
        Peer a = connect();
        ids.add(a.session.id());
        ids.add(connect().session.id());
        ids.add(connect("-other").session.id());
        ids.add(Waiting.await(a.client.center().openSession()).id());
        a.session.close();
        ids.add(Waiting.await(a.client.center().openSession()).id());

        assertThat(ids).hasSize(5).doesNotContain(0L);
    }

    @Test
    default void a_center_is_initialised_once_and_describes_its_connection() {
        Peer a = connect();
        a.client.center().init();

        assertThat(a.client.center().describe()).isNotBlank();
        a.create("/node", "");
    }

    @Test
    default void a_listener_gets_the_current_state_and_then_every_change_in_order() {
        Peer a = connect();
        assertThat(a.session.state()).isEqualTo(State.CONNECTED);
        assertThat(a.nextState()).isEqualTo(State.CONNECTED);

        a.client.cut(a.session);
        assertThat(a.nextState()).isEqualTo(State.SUSPENDED);
        assertThat(a.session.state()).isEqualTo(State.SUSPENDED);
        Events<State> late = new Events<>("state for a late listener");
        a.session.onStateChange(late);
        assertThat(late.next()).isEqualTo(State.SUSPENDED);

        a.client.heal(a.session);
        assertThat(a.nextState()).isEqualTo(State.CONNECTED);
        assertThat(a.session.state()).isEqualTo(State.CONNECTED);

        a.expire();
        a.awaitState(State.LOST);
        assertThat(a.session.state()).isEqualTo(State.LOST);
        assertThat(late.next()).isEqualTo(State.CONNECTED);
        assertThat(late.next(State.LOST::equals)).isEqualTo(State.LOST);
        Events<State> last = new Events<>("state after the end");
        a.session.onStateChange(last);
        assertThat(last.next()).isEqualTo(State.LOST);
    }

    @Test
    default void a_closed_session_refuses_everything() {
        Peer a = connect();
        a.session.close();
        a.awaitState(State.CLOSED);

        assertThat(a.session.state()).isEqualTo(State.CLOSED);
        a.refused(Refusal.SESSION_OVER, tx().create("/node", "", Mode.PERSISTENT));
        assertThat(a.readFails().sessionOver()).isTrue();
        a.session.close();
        assertThat(a.session.state()).isEqualTo(State.CLOSED);
    }

    @Test
    default void a_lost_session_refuses_everything_and_has_no_lease() {
        Peer a = connect();
        a.expire();
        a.awaitState(State.LOST);

        assertThat(a.session.leaseLeft()).isEqualTo(Duration.ZERO);
        a.refused(Refusal.SESSION_OVER, tx().create("/node", "", Mode.PERSISTENT));
        assertThat(a.readFails().sessionOver()).isTrue();
        a.session.close();
        assertThat(a.session.state()).isEqualTo(State.LOST);
    }

    @Test
    default void a_suspended_session_answers_at_once_that_it_is_not_connected() {
        Peer a = connect();
        a.cut();

        a.refused(Refusal.NOT_CONNECTED, tx().create("/node", "", Mode.PERSISTENT));
        assertThat(a.readFails().sessionOver()).isFalse();
        assertThat(a.session.state()).isEqualTo(State.SUSPENDED);

        a.heal();
        assertThat(a.look("/node")).isEmpty();
        a.create("/node", "");
    }

    @Test
    default void the_lease_lasts_at_most_the_timeout() {
        Peer a = connect();

        assertThat(a.session.timeout()).isPositive();
        assertThat(a.session.leaseLeft()).isPositive().isLessThanOrEqualTo(a.session.timeout());
        a.cut();
        assertThat(a.session.leaseLeft()).isLessThanOrEqualTo(a.session.timeout());
        a.heal();
        a.look("/");
        assertThat(a.session.leaseLeft()).isPositive().isLessThanOrEqualTo(a.session.timeout());
    }

    @Test
    default void a_center_opens_a_new_session_after_one_was_lost() {
        Peer a = connect();
        a.expire();
        a.awaitState(State.LOST);

        RegistrySession second = Waiting.await(a.client.center().openSession());

        assertThat(second.id()).isNotEqualTo(a.session.id());
        assertThat(second.state()).isEqualTo(State.CONNECTED);
        assertThat(Waiting.await(
                        second.commit(tx().create("/node", "", Mode.PERSISTENT).build())))
                .isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    default void everything_under_way_when_the_session_is_closed_is_answered() {
        Peer a = connect();
        List<CompletionStage<CommitResult>> commits = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            commits.add(
                    a.session.commit(tx().create("/n" + i, "", Mode.PERSISTENT).build()));
        }
        a.session.close();
        a.awaitState(State.CLOSED);

        Peer b = connect();
        for (int i = 0; i < 200; i++) {
            CommitResult result = Waiting.await(commits.get(i));
            if (result instanceof CommitResult.Committed) {
                assertThat(b.look("/n" + i)).isPresent();
            } else if (result instanceof CommitResult.Refused) {
                assertThat(b.look("/n" + i)).isEmpty();
            } else {
                assertThat(result).isInstanceOf(CommitResult.Unknown.class);
            }
        }
    }

    @Test
    default void a_closed_center_has_closed_its_sessions_and_opens_no_more() {
        Peer a = connect();
        RegistrySession second = Waiting.await(a.client.center().openSession());
        Events<State> states = new Events<>("state of the second session");
        second.onStateChange(states);

        a.client.center().close();

        a.awaitState(State.CLOSED);
        states.next(State.CLOSED::equals);
        assertThatThrownBy(() -> a.client
                        .center()
                        .openSession()
                        .toCompletableFuture()
                        .get(Waiting.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .hasCauseInstanceOf(RegistryException.class);
    }
}
