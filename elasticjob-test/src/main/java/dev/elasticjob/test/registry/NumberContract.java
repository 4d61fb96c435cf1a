package dev.elasticjob.test.registry;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import org.junit.jupiter.api.Test;

/** Contract of node versions, commit numbers and commit times. */
interface NumberContract extends Peers {

    @Test
    default void versions_count_the_sets_since_creation() {
        Peer a = connect();

        assertThat(a.create("/node", "").versions()).containsExactly(0);
        assertThat(a.node("/node").version()).isZero();
        assertThat(a.set("/node", "x").versions()).containsExactly(1);
        assertThat(a.set("/node", "x").versions()).containsExactly(2);
        assertThat(a.node("/node").version()).isEqualTo(2);
        a.delete("/node");
        a.create("/node", "");
        assertThat(a.node("/node").version()).isZero();
    }

    @Test
    default void versions_of_a_commit_are_those_that_are_read_after_it() {
        Peer a = connect();
        a.create("/set", "");
        a.create("/gone", "");

        Committed committed = a.committed(tx().create("/new", "", Mode.PERSISTENT)
                .set("/set", "1", 0)
                .set("/set", "2", 1)
                .create("/both", "", Mode.BOUND)
                .set("/both", "1", 0)
                .check("/both", 1)
                .delete("/gone", 0));

        assertThat(committed.versions()).containsExactly(0, 2, 2, 1, 1, -1, -1);
        assertThat(a.node("/new").version()).isZero();
        assertThat(a.node("/set").version()).isEqualTo(2);
        assertThat(a.node("/both").version()).isEqualTo(1);
    }

    @Test
    default void a_change_of_children_is_no_change_of_the_parent() {
        Peer a = connect();
        a.create("/parent", "");
        Node before = a.node("/parent");
        a.create("/parent/child", "");

        assertThat(a.node("/parent")).isEqualTo(before);
    }

    @Test
    default void nodes_carry_number_and_time_of_the_commits_that_made_and_set_them() {
        Peer a = connect();
        Committed created =
                a.committed(tx().create("/node", "", Mode.PERSISTENT).create("/other", "", Mode.BOUND));
        Node node = a.node("/node");
        assertThat(node.created()).isEqualTo(created.number());
        assertThat(node.modified()).isEqualTo(created.number());
        assertThat(node.modifiedAt()).isEqualTo(created.time());
        assertThat(a.node("/other").created()).isEqualTo(created.number());
        assertThat(a.node("/other").modifiedAt()).isEqualTo(created.time());

        Committed set = a.set("/node", "1");
        node = a.node("/node");
        assertThat(node.created()).isEqualTo(created.number());
        assertThat(node.modified()).isEqualTo(set.number());
        assertThat(node.modifiedAt()).isEqualTo(set.time());
        assertThat(a.node("/other").modified()).isEqualTo(created.number());
    }

    @Test
    default void numbers_grow_over_all_sessions_and_over_deletion_and_recreation() {
        Peer a = connect();
        Peer b = connect();
        long last = a.create("/node", "").number();
        for (int i = 0; i < 20; i++) {
            Peer peer = i % 2 == 0 ? a : b;
            Peer other = i % 2 == 0 ? b : a;
            long set = peer.set("/node", "" + i).number();
            long deleted = other.delete("/node").number();
            long created = peer.create("/node", "").number();
            assertThat(last).isLessThan(set);
            assertThat(set).isLessThan(deleted);
            assertThat(deleted).isLessThan(created);
            assertThat(other.node("/node").created()).isEqualTo(created);
            last = created;
        }
    }

    @Test
    default void a_later_session_continues_the_numbers() {
        Peer a = connect();
        long first = a.create("/node", "").number();
        a.expire();
        a.awaitState(State.LOST);
        Peer b = connect();

        assertThat(b.set("/node", "").number()).isGreaterThan(first);
    }

    @Test
    default void a_transaction_that_fails_leaves_versions_and_numbers_of_nodes_alone() {
        Peer a = connect();
        a.create("/node", "");
        Node before = a.node("/node");

        a.conflict(1, Reason.VERSION, tx().set("/node", "1", 0).set("/node", "2", 5));

        assertThat(a.node("/node")).isEqualTo(before);
        assertThat(a.committed(tx().set("/node", "3", ANY_VERSION)).versions()).containsExactly(1);
    }
}
