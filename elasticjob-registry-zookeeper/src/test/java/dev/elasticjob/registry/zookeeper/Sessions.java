package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** Session operations for tests, which wait for every response. The limit only ends a test that has failed. */
final class Sessions {

    static final int LIMIT_SECONDS = 60;

    private Sessions() {}

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new AssertionError(e.getCause());
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("No answer", e);
        }
    }

    static RegistrySession open(ZookeeperRegistryCenter center) {
        center.init();
        return await(center.openSession());
    }

    static CommitResult commit(RegistrySession session, Transaction.Builder transaction) {
        return await(session.commit(transaction.build()));
    }

    static Committed committed(RegistrySession session, Transaction.Builder transaction) {
        CommitResult result = commit(session, transaction);
        assertThat(result).isInstanceOf(Committed.class);
        return (Committed) result;
    }

    static Committed create(RegistrySession session, String path, String data) {
        return committed(session, Transaction.builder().create(path, data, Mode.PERSISTENT));
    }

    static Snapshot read(RegistrySession session, ReadRequest request) {
        ReadResult result = await(session.read(request));
        assertThat(result).isInstanceOf(Snapshot.class);
        return (Snapshot) result;
    }

    static boolean exists(RegistrySession session, String path) {
        return read(session, ReadRequest.of(path).synced()).node(path).isPresent();
    }

    static void awaitState(RegistrySession session, State wanted) {
        CompletableFuture<Void> seen = new CompletableFuture<>();
        session.onStateChange(state -> {
            if (state == wanted) {
                seen.complete(null);
            }
        });
        await(seen);
    }

    /** Ends a session as if it had timed out: any client that knows the id and the password of a session can close it. */
    static void expire(String servers, RegistrySession session) {
        ZooKeeper original = ((ZookeeperRegistrySession) session).connection().client();
        CountDownLatch connected = new CountDownLatch(1);
        try {
            ZooKeeper twin = new ZooKeeper(
                    servers,
                    120_000,
                    event -> {
                        if (event.getState() == KeeperState.SyncConnected || event.getState() == KeeperState.Expired) {
                            connected.countDown();
                        }
                    },
                    original.getSessionId(),
                    original.getSessionPasswd());
            assertThat(connected.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            twin.close(LIMIT_SECONDS * 1000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
