package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.support.BoundPaths;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits of one session. A commit is never repeated: only the caller can decide whether to do so. */
final class Commits {

    /**
     * Maximum total size of the paths of bound nodes. When a session ends, a server writes the paths of all its bound nodes into one log
     * record, and it cannot read the log again if that record is too large.
     */
    static final int BOUND_PATH_BYTES = 512 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    private final Connection connection;
    private final ClientSettings settings;
    private final LostTransactions lost;
    private final BoundPaths bound;
    private final int requestBytes;
    private final RegistryLimits limits;
    private final AtomicBoolean counting = new AtomicBoolean();

    Commits(Connection connection, LostTransactions lost) {
        this.connection = connection;
        this.settings = connection.settings();
        this.lost = lost;
        this.bound = new BoundPaths(BOUND_PATH_BYTES, settings.namespace().prefixBytes());
        this.requestBytes = settings.requestBytes();
        this.limits =
                new RegistryLimits(RequestSize.transactionBytes(requestBytes, settings.namespace()), BOUND_PATH_BYTES);
    }

    RegistryLimits limits() {
        return limits;
    }

    CompletableFuture<CommitResult> commit(Transaction transaction) {
        CommitPlan plan = CommitPlan.of(transaction, settings.namespace(), settings.acl());
        Optional<CommitResult> refusal = refusal(plan);
        return refusal.map(CompletableFuture::completedFuture).orElseGet(() -> send(plan));
    }

    private Optional<CommitResult> refusal(CommitPlan plan) {
        Transaction transaction = plan.transaction();
        Optional<Refusal> obstacle = connection.obstacle();
        if (obstacle.isPresent()) {
            return refused(obstacle.get(), settings.describe() + ": the session is " + connection.state());
        }
        if (plan.bytes() > requestBytes || transaction.bytes() > limits.transactionBytes()) {
            return refused(
                    Refusal.TOO_LARGE,
                    settings.describe() + ": a transaction of "
                            + transaction.ops().size() + " steps has "
                            + plan.bytes() + " bytes, counted as " + transaction.bytes() + "; the limit is "
                            + requestBytes
                            + " bytes, counted as " + limits.transactionBytes()
                            + ". Split it, or raise jute.maxbuffer on every server and here");
        }
        if (lost.holdsBack(plan)) {
            return refused(
                    Refusal.LOST_TWICE,
                    settings.describe() + ": the connection was lost twice while a transaction of "
                            + transaction.ops().size() + " steps and " + plan.bytes()
                            + " bytes was under way. Most likely the servers' jute.maxbuffer is lower than the"
                            + " client's, which is "
                            + requestBytes + ": set it to the same here and there");
        }
        if (!bound.reserve(transaction)) {
            recount();
            return refused(
                    Refusal.TOO_MANY_BOUND,
                    settings.describe() + ": the paths of the nodes bound to this session have " + bound.bytes()
                            + " bytes, and with this transaction would have more than " + limits.boundPathBytes()
                            + ". Wait for some to be deleted, or use a further session");
        }
        return Optional.empty();
    }

    private static Optional<CommitResult> refused(Refusal refusal, String reason) {
        return Optional.of(new Refused(refusal, reason));
    }

    private CompletableFuture<CommitResult> send(CommitPlan plan) {
        CompletableFuture<CommitResult> outcome = new CompletableFuture<>();
        long sentAt = connection.lease().now();
        connection.send(() -> connection
                .client()
                .multi(
                        plan.requests(),
                        (rc, path, context, results) ->
                                outcome.complete(answer(plan, connection.answered(rc, sentAt), results)),
                        null));
        return outcome;
    }

    private CommitResult answer(CommitPlan plan, Code code, List<OpResult> results) {
        if (Codes.isAnswer(code)) {
            lost.answered(plan);
        } else if (Codes.isLoss(code)) {
            lost.lost(plan);
        }
        CommitResult result = interpret(plan, code, results);
        bound.settle(plan.transaction(), result instanceof Committed, result instanceof Unknown);
        return result;
    }

    private CommitResult interpret(CommitPlan plan, Code code, List<OpResult> results) {
        try {
            return new CommitAnswer(plan, settings).of(code, results);
        } catch (RuntimeException e) {
            LOG.error("{}: an answer that cannot be understood to {}", settings.describe(), plan.transaction(), e);
            return new Unknown(settings.describe() + ": an answer that cannot be understood: " + e);
        }
    }

    /** Recounts the bound nodes: after a reconnect a server knows the outcome of transactions whose responses were lost. */
    void reconnected() {
        if (bound.isDoubtful()) {
            recount();
        }
    }

    /**
     * Reads the exact set of bound nodes from a server, so that the next transaction is checked correctly. Other sessions may have
     * deleted some of them.
     */
    private void recount() {
        if (counting.compareAndSet(false, true)) {
            long sentAt = connection.lease().now();
            connection.client().sync(settings.namespace().root(), (rc, path, context) -> {}, null);
            connection
                    .client()
                    .getEphemerals(
                            settings.namespace().root(),
                            (rc, context, paths) -> {
                                counting.set(false);
                                if (connection.answered(rc, sentAt) == Code.OK) {
                                    bound.recount(inNamespace(paths));
                                }
                            },
                            null);
        }
    }

    private List<String> inNamespace(List<String> serverPaths) {
        return serverPaths.stream()
                .flatMap(path -> settings.namespace().fromServer(path).stream())
                .toList();
    }
}
