package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Shortcuts for tests. All waits have the same limit, which only ends a test that has failed. */
final class Centers {

    private Centers() {}

    static JdbcConfiguration configuration(Database database, String namespace) {
        JdbcConfiguration configuration = new JdbcConfiguration(database.url(), namespace);
        configuration.setUsername(database.kind().user);
        configuration.setInitializeSchema(InitializeSchema.ALWAYS);
        configuration.setConnectionTimeoutMilliseconds(60_000);
        configuration.setPollIntervalMilliseconds(50);
        return configuration;
    }

    static JdbcRegistryCenter start(JdbcConfiguration configuration) {
        JdbcRegistryCenter center = new JdbcRegistryCenter(configuration);
        center.init();
        return center;
    }

    static RegistrySession open(JdbcRegistryCenter center) {
        return await(center.openSession());
    }

    static CommitResult commit(RegistrySession session, Transaction.Builder transaction) {
        return await(session.commit(transaction.build()));
    }

    static Transaction.Builder tx() {
        return Transaction.builder();
    }

    static Optional<Node> node(RegistrySession session, String path) {
        ReadResult result = await(session.read(ReadRequest.of(path).synced()));
        if (result instanceof ReadResult.Snapshot snapshot) {
            return snapshot.node(path);
        }
        throw new AssertionError(result);
    }

    static void awaitState(RegistrySession session, RegistrySession.State state) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        session.onStateChange(current -> {
            if (current == state) {
                reached.complete(null);
            }
        });
        await(reached);
    }

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(90, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("Failed exceptionally: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("No answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
