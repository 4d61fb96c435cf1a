package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.await;
import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class IdleInstancesTest {

    /** Number of instances: 200 in a thorough run. */
    private static final int INSTANCES = Integer.getInteger("elasticjob.registry.instances", 8);

    @Test
    void a_change_reaches_every_idle_instance_and_all_sessions_live() {
        Database database = Kind.POSTGRES.database();
        List<JdbcRegistryCenter> centers = new ArrayList<>();
        try {
            List<RegistrySession> sessions = new ArrayList<>();
            List<CompletableFuture<Void>> hints = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                JdbcConfiguration configuration = Centers.configuration(database, "idle");
                configuration.setPollIntervalMilliseconds(0);
                JdbcRegistryCenter center = Centers.start(configuration);
                centers.add(center);
                RegistrySession session = Centers.open(center);
                CompletableFuture<Void> hint = new CompletableFuture<>();
                session.watch("/change", Scope.NODE, each -> hint.complete(null));
                sessions.add(session);
                hints.add(hint);
            }
            long start = System.nanoTime();

            assertThat(commit(sessions.get(0), tx().create("/change", "", Mode.PERSISTENT)))
                    .isInstanceOf(Committed.class);
            hints.forEach(Centers::await);

            System.out.println(
                    INSTANCES + " instances received a hint within " + (System.nanoTime() - start) / 1_000_000 + " ms");
            assertThat(sessions).allMatch(session -> session.state() == State.CONNECTED);
            await(CompletableFuture.allOf(hints.toArray(CompletableFuture[]::new)));
        } finally {
            centers.forEach(JdbcRegistryCenter::close);
        }
    }
}
