package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Failed;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.jdbc.Client.Link;
import dev.elasticjob.registry.support.BoundPaths;
import dev.elasticjob.registry.support.Lease;
import dev.elasticjob.registry.support.TransactionPlan;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Session stored as a row of {@code ej_session}, which the pulse thread of its {@link Client} keeps alive. */
final class JdbcRegistrySession implements RegistrySession {

    /** The same limits as on ZooKeeper, so that jobs behave alike on both. */
    static final RegistryLimits LIMITS = new RegistryLimits(900_000, 512 * 1024);

    private static final Logger LOG = LoggerFactory.getLogger(JdbcRegistrySession.class);

    private final Client client;
    private final long id;
    private final Lease lease;
    private final BoundPaths bound = new BoundPaths(LIMITS.boundPathBytes(), 0);
    private final List<Consumer<State>> listeners = new ArrayList<>();
    private volatile State state = State.SUSPENDED;
    private volatile boolean closeCalled;
    private volatile int generation;

    JdbcRegistrySession(Client client, long id) {
        this.client = client;
        this.id = id;
        this.lease = new Lease(client.nanoTime());
        lease.granted(client.sessionTimeout());
    }

    /** Called with the lock of the client. */
    void opened(long sentAt) {
        lease.answered(sentAt);
        state = State.CONNECTED;
    }

    /** Called with the lock of the client. */
    void attached(int newGeneration, long sentAt) {
        generation = newGeneration;
        lease.answered(sentAt);
    }

    /** Called with the lock of the client. */
    void become(State next) {
        if (isOver() || state == next) {
            return;
        }
        State outcome = closeCalled && next == State.LOST ? State.CLOSED : next;
        state = outcome;
        if (isOver()) {
            lease.end();
        }
        List.copyOf(listeners).forEach(listener -> client.delivery().post(() -> listener.accept(outcome)));
    }

    Lease lease() {
        return lease;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public State state() {
        State known = state;
        return closeCalled && known != State.LOST ? State.CLOSED : known;
    }

    @Override
    public void onStateChange(Consumer<State> listener) {
        synchronized (client.lock()) {
            listeners.add(listener);
            State current = state;
            client.delivery().post(() -> listener.accept(current));
        }
    }

    @Override
    public Duration timeout() {
        return client.sessionTimeout();
    }

    @Override
    public Duration leaseLeft() {
        return lease.left();
    }

    @Override
    public RegistryLimits limits() {
        return LIMITS;
    }

    private boolean isOver() {
        return state == State.LOST || state == State.CLOSED;
    }

    @Override
    public CompletionStage<ReadResult> read(ReadRequest request) {
        CompletableFuture<ReadResult> answer = new CompletableFuture<>();
        client.submit(new Client.Request() {
            @Override
            public void run(Link link) throws SQLException {
                if (state != State.CONNECTED) {
                    client.delivery().post(this::notConnected);
                    return;
                }
                ReadResult result = client.dialect().read(link.work(), client.ns(), request);
                client.delivery().post(() -> answer.complete(result));
            }

            @Override
            public void notConnected() {
                answer.complete(new Failed(client.describe() + ": the session is " + state, isOver()));
            }

            @Override
            public void failed(SQLException error, boolean rejected) {
                answer.complete(new Failed(client.describe() + ": cannot read: " + SqlErrors.explain(error), isOver()));
            }
        });
        return answer;
    }

    @Override
    public CompletionStage<CommitResult> commit(Transaction transaction) {
        CompletableFuture<CommitResult> answer = new CompletableFuture<>();
        client.submit(new Commit(transaction, answer));
        return answer;
    }

    /** A commit, which is sent once: only the caller can decide whether to repeat it. */
    private final class Commit implements Client.Request {

        private final Transaction transaction;
        private final CompletableFuture<CommitResult> answer;
        private boolean reserved;

        private Commit(Transaction transaction, CompletableFuture<CommitResult> answer) {
            this.transaction = transaction;
            this.answer = answer;
        }

        @Override
        public void run(Link link) throws SQLException {
            if (state != State.CONNECTED) {
                client.delivery().post(this::notConnected);
                return;
            }
            CommitResult result = refusal(link);
            if (result == null) {
                reserved = true;
                TransactionPlan plan = TransactionPlan.of(transaction);
                result = result(
                        link,
                        plan,
                        client.dialect()
                                .commit(link.work(), client.ns(), new CommitCall(id, generation, client.seen(), plan)));
                settle(result instanceof Committed, false);
            }
            CommitResult outcome = result;
            client.delivery().post(() -> answer.complete(outcome));
        }

        /** Returns the reason for not sending the commit, or null. */
        private CommitResult refusal(Link link) throws SQLException {
            if (!LIMITS.accepts(transaction)) {
                return new Refused(
                        Refusal.TOO_LARGE,
                        client.describe() + ": a transaction of " + transaction.bytes() + " bytes; the limit is "
                                + LIMITS.transactionBytes() + ". Split it");
            }
            if (bound.isDoubtful()) {
                bound.recount(client.dialect().bound(link.work(), client.ns(), id));
            }
            if (bound.reserve(transaction)) {
                return null;
            }
            // Other sessions may have deleted some of the bound nodes.
            bound.recount(client.dialect().bound(link.work(), client.ns(), id));
            if (bound.reserve(transaction)) {
                return null;
            }
            return new Refused(
                    Refusal.TOO_MANY_BOUND,
                    client.describe() + ": the paths of the nodes bound to this session have " + bound.bytes()
                            + " bytes, and with this transaction would have more than " + LIMITS.boundPathBytes()
                            + ". Wait for some to be deleted, or use a further session");
        }

        private CommitResult result(Link link, TransactionPlan plan, CommitReply reply) throws SQLException {
            if (reply instanceof CommitReply.Done done) {
                client.committed(done.number(), LogEntries.of(plan.changes()));
                return new Committed(done.number(), Instant.ofEpochMilli(done.at()), plan.versions(done.updated()));
            }
            if (reply instanceof CommitReply.ConditionFailed failed) {
                return plan.conflict(failed.before())
                        .<CommitResult>map(conflict -> conflict)
                        .orElseGet(() -> {
                            LOG.error("{}: the database rejects what holds: {}", client.describe(), transaction);
                            return new Refused(
                                    Refusal.NOT_ALLOWED,
                                    client.describe() + ": the database rejects what holds. Report this");
                        });
            }
            if (reply instanceof CommitReply.SessionOver) {
                client.lost(JdbcRegistrySession.this, "another session has ended it");
                return new Refused(Refusal.SESSION_OVER, JdbcRegistrySession.this + " is over");
            }
            if (reply instanceof CommitReply.LostCommits) {
                client.lostCommits();
                return new Refused(Refusal.SESSION_OVER, JdbcRegistrySession.this + " is over");
            }
            // An earlier attachment that seemed to have failed was executed late, so a further attachment is needed.
            client.broken(link, new SQLException("Another connection has continued the session", "08003"));
            return new Refused(Refusal.NOT_CONNECTED, JdbcRegistrySession.this + " is reconnecting");
        }

        @Override
        public void notConnected() {
            answer.complete(
                    isOver()
                            ? new Refused(Refusal.SESSION_OVER, JdbcRegistrySession.this + " is over")
                            : new Refused(
                                    Refusal.NOT_CONNECTED,
                                    JdbcRegistrySession.this + " is not connected: " + client.condition()));
        }

        @Override
        public void failed(SQLException error, boolean rejected) {
            boolean sent = reserved;
            settle(false, !rejected);
            if (rejected) {
                answer.complete(new Refused(Refusal.NOT_ALLOWED, client.describe() + ": " + SqlErrors.explain(error)));
            } else if (sent) {
                answer.complete(new Unknown(client.describe() + ": the connection was lost while "
                        + transaction.ops().size() + " steps of " + transaction.bytes()
                        + " bytes were under way: " + SqlErrors.explain(error)));
            } else {
                notConnected();
            }
        }

        private void settle(boolean happened, boolean unknown) {
            if (reserved) {
                reserved = false;
                bound.settle(transaction, happened, unknown);
            }
        }
    }

    @Override
    public Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver) {
        // Validates the path with the same messages as other operations.
        ReadRequest.of(path);
        synchronized (client.lock()) {
            if (isOver()) {
                return () -> {};
            }
            return client.hints().add(this, path, scope, receiver);
        }
    }

    @Override
    public void close() {
        synchronized (client.lock()) {
            if (closeCalled || isOver()) {
                return;
            }
            closeCalled = true;
        }
        lease.end();
        client.submit(new Client.Request() {
            @Override
            public void run(Link link) throws SQLException {
                if (!isOver()) {
                    client.dialect().end(link.work(), client.ns(), id, -1);
                    client.changed(List.of(true, true));
                    client.closed(JdbcRegistrySession.this);
                }
            }

            @Override
            public void notConnected() {
                client.closed(JdbcRegistrySession.this);
            }

            @Override
            public void failed(SQLException error, boolean rejected) {
                LOG.warn(
                        "{}: session 0x{} could not be ended; it ends at its timeout: {}",
                        client.describe(),
                        Long.toHexString(id),
                        SqlErrors.explain(error));
                client.closed(JdbcRegistrySession.this);
            }
        });
    }

    @Override
    public String toString() {
        return "session 0x" + Long.toHexString(id) + " of " + client.describe() + ", " + state();
    }
}
