package dev.elasticjob.test.registry;

import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of bound nodes, which exist exactly as long as their session. */
interface BoundNodeContract extends Peers {

    @Test
    default void a_bound_node_shows_its_session_and_a_persistent_one_shows_none() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");
        a.create("/persistent", "");

        assertThat(b.node("/bound").owner()).isEqualTo(a.session.id());
        assertThat(b.node("/persistent").owner()).isEqualTo(Node.NO_OWNER);
        b.set("/bound", "set by another session");
        assertThat(b.node("/bound").owner()).isEqualTo(a.session.id());
    }

    @Test
    default void bound_nodes_vanish_when_the_registry_ends_the_session_and_others_stay() {
        Peer a = connect();
        Peer b = connect();
        a.create("/parent", "");
        a.committed(tx().create("/parent/one", "", Mode.BOUND).create("/parent/two", "", Mode.BOUND));
        a.create("/parent/persistent", "");
        b.bind("/parent/other");

        a.expire();

        a.awaitState(State.LOST);
        b.awaitGone("/parent/one");
        assertThat(b.read(ReadRequest.empty().children("/parent").synced()).children("/parent"))
                .containsExactly("other", "persistent");
    }

    @Test
    default void bound_nodes_vanish_when_the_session_is_closed() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");

        a.session.close();

        b.awaitGone("/bound");
    }

    @Test
    default void bound_nodes_vanish_when_the_center_is_closed() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");

        a.client.center().close();

        b.awaitGone("/bound");
    }

    @Test
    default void bound_nodes_outlive_a_lost_connection() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");
        Node before = b.node("/bound");

        a.cut();
        assertThat(b.node("/bound")).isEqualTo(before);
        a.heal();

        assertThat(a.node("/bound")).isEqualTo(before);
        assertThat(a.session.id()).isEqualTo(before.owner());
    }

    @Test
    default void bound_nodes_outlive_other_sessions_even_of_the_same_center() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");
        RegistrySession sister = Waiting.await(a.client.center().openSession());
        Waiting.await(sister.commit(tx().create("/sister", "", Mode.BOUND).build()));

        sister.close();
        b.expire();
        b.awaitState(State.LOST);

        a.awaitGone("/sister");
        assertThat(a.node("/bound").owner()).isEqualTo(a.session.id());
    }

    @Test
    default void bound_nodes_vanish_when_the_session_ends_while_its_client_is_cut_off() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");
        a.cut();

        a.expire();
        b.awaitGone("/bound");

        a.client.heal(a.session);
        a.awaitState(State.LOST);
    }

    @Test
    default void a_session_deletes_bound_nodes_of_another_and_their_place_is_free() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/bound");

        b.delete("/bound");
        b.bind("/bound");
        a.expire();
        a.awaitState(State.LOST);

        assertThat(b.node("/bound").owner()).isEqualTo(b.session.id());
    }

    @Test
    default void a_node_made_persistent_in_place_of_a_bound_one_stays() {
        Peer a = connect();
        Peer b = connect();
        a.bind("/node");
        a.bind("/witness");
        a.committed(tx().delete("/node", 0).create("/node", "", Mode.PERSISTENT));

        a.session.close();

        b.awaitGone("/witness");
        assertThat(b.node("/node").owner()).isEqualTo(Node.NO_OWNER);
    }

    @Test
    default void a_bound_node_has_no_children_but_its_persistent_successor_may() {
        Peer a = connect();
        a.bind("/node");
        a.conflict(0, Reason.PARENT_IS_BOUND, tx().create("/node/child", "", Mode.PERSISTENT));

        a.committed(tx().delete("/node", 0).create("/node", "", Mode.PERSISTENT).create("/node/child", "", Mode.BOUND));

        assertThat(a.node("/node/child").owner()).isEqualTo(a.session.id());
    }

    @Test
    default void a_session_is_bound_to_no_more_paths_than_its_limit_and_deletion_makes_room() {
        Peer a = connect();
        int limit = a.session.limits().boundPathBytes();
        String parent = "/" + "p".repeat(1000);
        a.create(parent, "");
        int pathLength = parent.length() + "/00000".length();
        int mostThatFit = limit / pathLength;
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < mostThatFit + 1; i++) {
            paths.add(parent + "/" + String.format("%05d", i));
        }

        int bound = bindUntilRefused(a, paths);

        // An implementation may count the namespace as well, so the limit may be reached earlier by that size at most.
        assertThat(bound).isBetween(mostThatFit * 3 / 4, mostThatFit);
        String last = paths.get(bound);
        a.refused(Refusal.TOO_MANY_BOUND, tx().create(last, "", Mode.BOUND));
        assertThat(a.look(last)).isEmpty();
        a.committed(tx().create(last, "", Mode.PERSISTENT));
        a.delete(last);

        a.delete(paths.get(0));
        a.bind(last);
        a.refused(Refusal.TOO_MANY_BOUND, tx().create(paths.get(0), "", Mode.BOUND));
        a.committed(tx().delete(last, 0).create(paths.get(0), "", Mode.BOUND));

        Peer b = connect();
        b.bind(last);
    }

    private static int bindUntilRefused(Peer peer, List<String> paths) {
        int many = 50;
        int bound = 0;
        while (bound + many <= paths.size()) {
            Transaction.Builder batch = tx();
            paths.subList(bound, bound + many).forEach(path -> batch.create(path, "", Mode.BOUND));
            if (!(peer.commit(batch) instanceof Committed)) {
                break;
            }
            bound += many;
        }
        while (bound < paths.size()
                && peer.commit(tx().create(paths.get(bound), "", Mode.BOUND)) instanceof Committed) {
            bound++;
        }
        return bound;
    }
}
