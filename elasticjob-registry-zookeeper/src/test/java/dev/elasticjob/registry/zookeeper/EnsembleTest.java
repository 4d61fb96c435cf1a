package dev.elasticjob.registry.zookeeper;

import static dev.elasticjob.registry.zookeeper.Sessions.create;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnsembleTest {

    @Test
    void a_session_outlives_the_loss_of_the_leader_and_a_restart_of_every_server(@TempDir Path directory) {
        try (Ensemble ensemble = Ensemble.start(directory);
                ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration(ensemble));
                ZookeeperRegistryCenter other = new ZookeeperRegistryCenter(configuration(ensemble))) {
            RegistrySession session = Sessions.open(center);
            RegistrySession observer = Sessions.open(other);
            Sessions.committed(session, Transaction.builder().create("/bound", "", Mode.BOUND));
            long id = session.id();
            long number = create(session, "/before", "").number();

            CompletableFuture<Void> interrupted = nextSuspension(session);
            CompletableFuture<Void> observerInterrupted = nextSuspension(observer);
            CompletableFuture<Hint> hint = new CompletableFuture<>();
            session.watch("/node", Scope.SUBTREE, hint::complete);
            Ensemble.Member leader = ensemble.leader();
            leader.stop();
            Sessions.await(interrupted);
            Sessions.await(observerInterrupted);
            Sessions.awaitState(session, State.CONNECTED);
            Sessions.awaitState(observer, State.CONNECTED);

            assertThat(Sessions.await(hint)).isEqualTo(new Hint("/node", true));
            assertThat(make(session, "/after")).isGreaterThan(number);
            assertThat(exists(observer, "/after")).isTrue();

            leader.start();
            for (Ensemble.Member member : ensemble.members()) {
                member.stop();
                make(session, "/without" + member.clientPort());
                member.start();
            }
            CompletableFuture<Hint> change = new CompletableFuture<>();
            session.watch("/late", Scope.NODE, seen -> {
                if (!seen.below()) {
                    change.complete(seen);
                }
            });
            assertThat(exists(session, "/late")).isFalse();
            make(observer, "/late");
            Sessions.await(change);
            assertThat(exists(observer, "/bound")).isTrue();
            assertThat(session.id()).isEqualTo(id);
        }
    }

    /** Creates a node. Commits are lost while servers restart; they are retried until the node exists. */
    private static long make(RegistrySession session, String path) {
        while (true) {
            Sessions.awaitState(session, State.CONNECTED);
            CommitResult result = Sessions.commit(session, Transaction.builder().create(path, "", Mode.PERSISTENT));
            if (result instanceof CommitResult.Committed committed) {
                return committed.number();
            }
            if (result instanceof CommitResult.Conflict) {
                return Long.MAX_VALUE;
            }
        }
    }

    private static boolean exists(RegistrySession session, String path) {
        while (true) {
            Sessions.awaitState(session, State.CONNECTED);
            ReadResult result = Sessions.await(session.read(ReadRequest.of(path).synced()));
            if (result instanceof ReadResult.Snapshot snapshot) {
                return snapshot.node(path).isPresent();
            }
        }
    }

    private static CompletableFuture<Void> nextSuspension(RegistrySession session) {
        CompletableFuture<Void> suspended = new CompletableFuture<>();
        session.onStateChange(state -> {
            if (state == State.SUSPENDED) {
                suspended.complete(null);
            }
        });
        return suspended;
    }

    private static ZookeeperConfiguration configuration(Ensemble ensemble) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(ensemble.connectString(), "ensemble");
        configuration.setSessionTimeoutMilliseconds(120_000);
        configuration.setConnectionTimeoutMilliseconds(60_000);
        return configuration;
    }
}
