package dev.elasticjob.test.cluster;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.SharedObjects;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A registry center that counts requests and hints and records its sessions. */
public final class CountingCenter implements CoordinatorRegistryCenter {

    private final CoordinatorRegistryCenter center;
    private final SharedObjects shared = new SharedObjects();
    private final List<RegistrySession> sessions = new CopyOnWriteArrayList<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger memberReads = new AtomicInteger();
    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger watches = new AtomicInteger();
    private final AtomicInteger hints = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger();
    private volatile boolean muted;
    private volatile CompletableFuture<Void> mayStart = CompletableFuture.completedFuture(null);

    public CountingCenter(CoordinatorRegistryCenter center) {
        this.center = center;
    }

    /** Returns the sessions opened so far, as created by the registry. */
    public List<RegistrySession> sessions() {
        return sessions;
    }

    public int reads() {
        return reads.get();
    }

    /** Returns the number of reads of a job's member list. */
    public int memberReads() {
        return memberReads.get();
    }

    public int commits() {
        return commits.get();
    }

    /** Returns the number of reads and commits since the last reset. */
    public int roundTrips() {
        return reads() + commits();
    }

    /** Returns the number of active watches. */
    public int watches() {
        return watches.get();
    }

    /** Returns the number of hints since the last reset. */
    public int hints() {
        return hints.get();
    }

    /** Returns the number of transactions that the registry rejected. */
    public int refused() {
        return refused.get();
    }

    /** Returns the number of transactions that start items. */
    public int starts() {
        return starts.get();
    }

    /**
     * Delays transactions that start items.
     *
     * @return future that the test completes to send the transactions
     */
    public CompletableFuture<Void> holdStarts() {
        CompletableFuture<Void> released = new CompletableFuture<>();
        mayStart = released;
        return released;
    }

    /** Drops all further hints, as if the registry had lost them. */
    public void muteHints() {
        muted = true;
    }

    /** Resets the counters, except that of active watches. */
    public void reset() {
        reads.set(0);
        memberReads.set(0);
        commits.set(0);
        starts.set(0);
        refused.set(0);
        hints.set(0);
    }

    @Override
    public void init() {
        center.init();
    }

    @Override
    public CompletionStage<RegistrySession> openSession() {
        return center.openSession().thenApply(session -> {
            sessions.add(session);
            return new CountingSession(session);
        });
    }

    @Override
    public <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker) {
        return shared.get(kind, maker);
    }

    @Override
    public String describe() {
        return center.describe();
    }

    @Override
    public void close() {
        shared.close();
        center.close();
    }

    private final class CountingSession implements RegistrySession {

        private final RegistrySession session;

        CountingSession(RegistrySession session) {
            this.session = session;
        }

        @Override
        public long id() {
            return session.id();
        }

        @Override
        public State state() {
            return session.state();
        }

        @Override
        public void onStateChange(Consumer<State> listener) {
            session.onStateChange(listener);
        }

        @Override
        public Duration timeout() {
            return session.timeout();
        }

        @Override
        public Duration leaseLeft() {
            return session.leaseLeft();
        }

        @Override
        public RegistryLimits limits() {
            return session.limits();
        }

        @Override
        public CompletionStage<ReadResult> read(ReadRequest request) {
            reads.incrementAndGet();
            if (request.childrenPaths().stream().anyMatch(path -> path.endsWith("/instances"))) {
                memberReads.incrementAndGet();
            }
            return session.read(request);
        }

        @Override
        public CompletionStage<CommitResult> commit(Transaction transaction) {
            commits.incrementAndGet();
            boolean start = transaction.ops().stream()
                    .anyMatch(
                            op -> op instanceof Transaction.Create && op.path().endsWith("/running"));
            if (start) {
                starts.incrementAndGet();
            }
            CompletionStage<CommitResult> answer =
                    start ? mayStart.thenCompose(released -> session.commit(transaction)) : session.commit(transaction);
            return answer.thenApply(result -> {
                if (result instanceof CommitResult.Refused) {
                    refused.incrementAndGet();
                }
                return result;
            });
        }

        @Override
        public Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver) {
            watches.incrementAndGet();
            Watch watch = session.watch(path, scope, hint -> {
                hints.incrementAndGet();
                if (!muted) {
                    receiver.accept(hint);
                }
            });
            return () -> {
                watches.decrementAndGet();
                watch.close();
            };
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
