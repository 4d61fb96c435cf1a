package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.support.Lease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.zookeeper.WatchedEvent;

/** ZooKeeper session: a {@link Connection} and the operations that use it. */
final class ZookeeperRegistrySession implements RegistrySession {

    private final Connection connection;
    private final Commits commits;
    private final Reads reads;
    private final Watches watches;

    ZookeeperRegistrySession(
            ClientSettings settings, ScheduledExecutorService timer, LongSupplier nanoTime, LostTransactions lost) {
        connection = new Connection(settings, timer, new Lease(nanoTime));
        commits = new Commits(connection, lost);
        reads = new Reads(connection);
        watches = new Watches(connection);
    }

    /** Starts to connect. The result completes when the session can be used, and fails if it cannot be opened. */
    CompletableFuture<Void> open() {
        connection.start(new Events());
        return connection.opened();
    }

    Connection connection() {
        return connection;
    }

    @Override
    public long id() {
        return connection.client().getSessionId();
    }

    @Override
    public State state() {
        return connection.state();
    }

    @Override
    public void onStateChange(Consumer<State> listener) {
        connection.onStateChange(listener);
    }

    @Override
    public Duration timeout() {
        return connection.lease().timeout();
    }

    @Override
    public Duration leaseLeft() {
        return connection.lease().left();
    }

    @Override
    public RegistryLimits limits() {
        return commits.limits();
    }

    @Override
    public CompletionStage<ReadResult> read(ReadRequest request) {
        return reads.read(request);
    }

    @Override
    public CompletionStage<CommitResult> commit(Transaction transaction) {
        return commits.commit(transaction);
    }

    @Override
    public Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver) {
        return watches.add(path, scope, receiver);
    }

    @Override
    public void close() {
        connection.close();
    }

    @Override
    public String toString() {
        return "session 0x" + Long.toHexString(id()) + " of "
                + connection.settings().describe() + ", " + state();
    }

    private final class Events implements Connection.Events {

        @Override
        public void reconnected() {
            commits.reconnected();
            watches.reconnected();
        }

        @Override
        public void nodeChanged(WatchedEvent event) {
            watches.changed(event);
        }

        @Override
        public void over() {
            watches.over();
        }
    }
}
