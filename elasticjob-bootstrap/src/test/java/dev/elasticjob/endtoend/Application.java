package dev.elasticjob.endtoend;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.scheduler.OneOffResult;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Application with its own ZooKeeper server, and access to the registry like an operator's. */
final class Application implements AutoCloseable {

    /** Ends a test that would otherwise wait forever. */
    static final long LIMIT_SECONDS = 60;

    private final EmbeddedZookeeper zookeeper = EmbeddedZookeeper.startTemporary();
    private final CoordinatorRegistryCenter center = connect();
    private final CoordinatorRegistryCenter operator = connect();
    private final RegistrySession session =
            operator.openSession().toCompletableFuture().join();

    private CoordinatorRegistryCenter connect() {
        CoordinatorRegistryCenter connected =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(zookeeper.connectString(), "end-to-end"));
        connected.init();
        return connected;
    }

    CoordinatorRegistryCenter center() {
        return center;
    }

    OneOffJobBootstrap start(ElasticJob job, JobConfiguration.Builder config) {
        return new OneOffJobBootstrap(center, job, config.build());
    }

    OneOffJobBootstrap start(String type, JobConfiguration.Builder config) {
        return new OneOffJobBootstrap(center, type, config.build());
    }

    static OneOffResult run(OneOffJobBootstrap job) {
        return within(job.execute());
    }

    OneOffResult run(ElasticJob job, JobConfiguration.Builder config) {
        return run(start(job, config));
    }

    OneOffResult run(String type, JobConfiguration.Builder config) {
        return run(start(type, config));
    }

    static <T> T within(CompletableFuture<T> future) {
        return future.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    Optional<String> read(String path) {
        ReadResult result = within(session.read(ReadRequest.of(path).synced()).toCompletableFuture());
        return ((ReadResult.Snapshot) result).node(path).map(Node::text);
    }

    void create(String path) {
        create(path, "");
    }

    void create(String path, String text) {
        commit(Transaction.builder()
                .create(path, text, Transaction.Mode.PERSISTENT)
                .build());
    }

    void edit(String path, String text) {
        commit(Transaction.builder().set(path, text, Transaction.ANY_VERSION).build());
    }

    private void commit(Transaction transaction) {
        CommitResult result = within(session.commit(transaction).toCompletableFuture());
        if (!(result instanceof CommitResult.Committed)) {
            throw new AssertionError(transaction + " was not committed: " + result);
        }
    }

    @Override
    public void close() {
        center.close();
        operator.close();
        zookeeper.close();
    }
}
