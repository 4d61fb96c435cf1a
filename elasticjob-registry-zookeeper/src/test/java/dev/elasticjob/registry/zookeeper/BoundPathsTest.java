package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.support.BoundPaths;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundPathsTest {

    private static final Namespace NAMESPACE = new Namespace("", "jobs");

    private final BoundPaths bound = new BoundPaths(Commits.BOUND_PATH_BYTES, NAMESPACE.prefixBytes());

    @Test
    void paths_count_as_the_server_knows_them_in_utf8() {
        Transaction transaction = bind("/작업");
        assertThat(bound.reserve(transaction)).isTrue();
        bound.settle(transaction, true, false);

        assertThat(bound.bytes()).isEqualTo("/jobs/".length() + 6);
    }

    @Test
    void a_failed_transaction_releases_its_room() {
        Transaction transaction = bind("/node");
        bound.reserve(transaction);
        bound.settle(transaction, false, false);

        assertThat(bound.bytes()).isZero();
        assertThat(bound.isDoubtful()).isFalse();
    }

    @Test
    void an_unknown_outcome_counts_until_a_recount() {
        Transaction transaction = bind("/node");
        bound.reserve(transaction);
        bound.settle(transaction, false, true);
        assertThat(bound.bytes()).isEqualTo("/jobs/node".length());
        assertThat(bound.isDoubtful()).isTrue();

        bound.recount(List.of());
        assertThat(bound.bytes()).isZero();
        assertThat(bound.isDoubtful()).isFalse();
    }

    @Test
    void nodes_that_another_session_deleted_make_room_after_one_refusal() {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                ZookeeperRegistryCenter center =
                        new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"))) {
            RegistrySession session = Sessions.open(center);
            RegistrySession other = Sessions.await(center.openSession());
            String parent = "/" + "p".repeat(10_000);
            Sessions.create(session, parent, "");
            int bound = 0;
            while (Sessions.commit(session, binding(parent + "/" + bound)) instanceof Committed) {
                bound++;
            }
            assertThat(bound).isEqualTo(Commits.BOUND_PATH_BYTES / ("/jobs" + parent + "/00").length());
            // That rejection triggers a recount too, which is answered before this read.
            Sessions.read(session, ReadRequest.of("/"));

            Sessions.committed(other, Transaction.builder().delete(parent + "/0", Transaction.ANY_VERSION));
            CommitResult first = Sessions.commit(session, binding(parent + "/0"));
            // The recount is in progress when the rejection is returned, and is answered before this read.
            Sessions.read(session, ReadRequest.of("/"));

            assertThat(first).isInstanceOf(Refused.class);
            assertThat(Sessions.commit(session, binding(parent + "/0"))).isInstanceOf(Committed.class);
        }
    }

    private static Transaction.Builder binding(String path) {
        return Transaction.builder().create(path, "", Mode.BOUND);
    }

    private static Transaction bind(String path) {
        return binding(path).build();
    }
}
