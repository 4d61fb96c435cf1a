package dev.elasticjob.lifecycle;

import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads and commits for callers that wait. Every request has a deadline, which includes the wait for a lost connection. A
 * session that was lost is replaced by the next call.
 */
final class RegistryAccess implements AutoCloseable {

    /** The deadline of a request where the caller sets none. */
    static final Duration DEFAULT_LIMIT = Duration.ofSeconds(60);

    /** A read of more paths is sent as several requests, each with its own deadline. */
    private static final int MOST_PATHS = 10_000;

    private final Optional<CoordinatorRegistryCenter> center;
    private final boolean ownsCenter;
    private final Duration limit;
    private final Object stateChange = new Object();
    private RegistrySession session;
    private CompletableFuture<RegistrySession> opening;
    private boolean closed;

    private RegistryAccess(
            Optional<CoordinatorRegistryCenter> center, boolean ownsCenter, RegistrySession session, Duration limit) {
        this.center = center;
        this.ownsCenter = ownsCenter;
        this.session = session;
        this.limit = limit;
    }

    /** Uses its own session on a center that the caller closes. */
    static RegistryAccess on(CoordinatorRegistryCenter center) {
        center.init();
        return new RegistryAccess(Optional.of(center), false, null, DEFAULT_LIMIT);
    }

    /**
     * Uses its own session on a center that is closed with it.
     *
     * @param limit deadline of each request
     */
    static RegistryAccess owning(CoordinatorRegistryCenter center, Duration limit) {
        try {
            center.init();
        } catch (RuntimeException unusable) {
            center.close();
            throw unusable;
        }
        return new RegistryAccess(Optional.of(center), true, null, limit);
    }

    /** Uses the caller's session. */
    static RegistryAccess in(RegistrySession session) {
        RegistryAccess result = new RegistryAccess(Optional.empty(), false, session, DEFAULT_LIMIT);
        result.listenTo(session);
        return result;
    }

    /** The end of a request in monotonic time. */
    private record Deadline(long nanos) {

        long leftMillis() {
            return TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
        }
    }

    private Deadline deadline() {
        return new Deadline(System.nanoTime() + limit.toNanos());
    }

    String describe() {
        return center.map(CoordinatorRegistryCenter::describe).orElse("the registry");
    }

    /** @throws RegistryException when nothing can be read before the deadline */
    Snapshot read(ReadRequest request) {
        if (request.nodePaths().size() + request.childrenPaths().size() <= MOST_PATHS) {
            return readPart(request);
        }
        Map<String, Node> nodes = new HashMap<>();
        Map<String, List<String>> children = new HashMap<>();
        boolean synced = request.isSynced();
        // Lists before nodes, as in a single request.
        for (List<String> paths : parts(request.childrenPaths())) {
            Snapshot part = readPart(syncedIf(synced, ReadRequest.empty().children(paths)));
            children.putAll(part.childNames());
            synced = false;
        }
        for (List<String> paths : parts(request.nodePaths())) {
            Snapshot part = readPart(syncedIf(synced, ReadRequest.empty().nodes(paths)));
            nodes.putAll(part.nodes());
            synced = false;
        }
        return new Snapshot(nodes, children);
    }

    private static ReadRequest syncedIf(boolean synced, ReadRequest request) {
        return synced ? request.synced() : request;
    }

    private static List<List<String>> parts(Collection<String> paths) {
        List<String> all = List.copyOf(paths);
        List<List<String>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST_PATHS) {
            parts.add(all.subList(from, Math.min(from + MOST_PATHS, all.size())));
        }
        return parts;
    }

    private Snapshot readPart(ReadRequest request) {
        Deadline deadline = deadline();
        ReadResult result = awaitRead(session(deadline).read(request), deadline);
        if (result instanceof ReadResult.Failed failed && mayRecover(failed, deadline)) {
            result = awaitRead(session(deadline).read(request), deadline);
        }
        if (result instanceof Snapshot snapshot) {
            return snapshot;
        }
        throw new RegistryException(((ReadResult.Failed) result).reason() + ". Try again when it can be reached");
    }

    /** Returns whether there is a connection now, or a new session can be opened. */
    private boolean mayRecover(ReadResult.Failed failed, Deadline deadline) {
        return failed.sessionOver() && center.isPresent() || awaitConnection(deadline);
    }

    /**
     * @return {@link CommitResult.Committed}, {@link CommitResult.Conflict} or {@link CommitResult.Unknown}
     * @throws RegistryException when it was rejected
     * @throws OperationException when there was no response before the deadline
     */
    CommitResult commit(Transaction transaction) {
        Deadline deadline = deadline();
        CommitResult result = awaitCommit(session(deadline).commit(transaction), deadline);
        if (result instanceof CommitResult.Refused refused && mayBeRepeated(refused, deadline)) {
            result = awaitCommit(session(deadline).commit(transaction), deadline);
        }
        if (result instanceof CommitResult.Refused refused) {
            throw new RegistryException(refused.reason() + ". Nothing was changed by this");
        }
        if (result instanceof CommitResult.Unknown) {
            awaitConnection(deadline);
        }
        return result;
    }

    private boolean mayBeRepeated(CommitResult.Refused refused, Deadline deadline) {
        return switch (refused.refusal()) {
            case SESSION_OVER -> center.isPresent();
            case NOT_CONNECTED -> awaitConnection(deadline);
            default -> false;
        };
    }

    RegistryLimits limits() {
        return session().limits();
    }

    /** Returns the session; opens a new one when the last is over. */
    RegistrySession session() {
        return session(deadline());
    }

    /** Callers that need a new session wait for the same one. None of them waits longer than its own deadline. */
    private RegistrySession session(Deadline deadline) {
        CompletableFuture<RegistrySession> pending;
        synchronized (this) {
            if (closed) {
                throw new RegistryException(describe() + ": these operations were closed; make new ones");
            }
            if (center.isEmpty() || session != null && !isOver(session.state())) {
                return session;
            }
            pending = opening == null ? startOpening() : opening;
        }
        return awaitRead(pending, deadline);
    }

    /** Called with the lock held. The session may be there at once. */
    private CompletableFuture<RegistrySession> startOpening() {
        CompletableFuture<RegistrySession> started =
                center.orElseThrow().openSession().toCompletableFuture();
        opening = started;
        started.whenComplete((opened, failure) -> finishOpening(started, opened));
        return started;
    }

    private void finishOpening(CompletableFuture<RegistrySession> started, RegistrySession opened) {
        boolean isUnused;
        synchronized (this) {
            opening = opening == started ? null : opening;
            isUnused = closed && opened != null;
            if (opened != null && !closed) {
                session = opened;
                listenTo(opened);
            }
        }
        if (isUnused) {
            opened.close();
        }
    }

    private void listenTo(RegistrySession opened) {
        opened.onStateChange(state -> {
            synchronized (stateChange) {
                stateChange.notifyAll();
            }
        });
    }

    /** Waits while the session is suspended. Returns whether it is connected afterwards, or can be replaced. */
    private boolean awaitConnection(Deadline deadline) {
        RegistrySession current = session(deadline);
        Deadline end = new Deadline(
                Math.min(deadline.nanos(), System.nanoTime() + current.timeout().toNanos()));
        synchronized (stateChange) {
            while (current.state() == State.SUSPENDED) {
                long left = end.leftMillis();
                if (left <= 0) {
                    return false;
                }
                try {
                    stateChange.wait(left);
                } catch (InterruptedException interrupted) {
                    throw interrupted();
                }
            }
        }
        return current.state() == State.CONNECTED || center.isPresent();
    }

    private static boolean isOver(State state) {
        return state == State.LOST || state == State.CLOSED;
    }

    private <T> T awaitRead(CompletionStage<T> stage, Deadline deadline) {
        try {
            return await(stage, deadline);
        } catch (TimeoutException late) {
            throw new RegistryException(noResponse() + ". Try again when it does", late);
        }
    }

    private CommitResult awaitCommit(CompletionStage<CommitResult> stage, Deadline deadline) {
        try {
            return await(stage, deadline);
        } catch (TimeoutException late) {
            throw new OperationException(
                    OperationException.Kind.UNKNOWN_OUTCOME,
                    noResponse() + ". The change may have been made, or may still be made: check before you repeat it");
        }
    }

    private String noResponse() {
        return describe() + " did not respond within " + limit.toSeconds() + " s";
    }

    private <T> T await(CompletionStage<T> stage, Deadline deadline) throws TimeoutException {
        try {
            return stage.toCompletableFuture().get(Math.max(0, deadline.leftMillis()), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RegistryException known
                    ? known
                    : new RegistryException(describe() + ": " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    private RegistryException interrupted() {
        Thread.currentThread().interrupt();
        return new RegistryException(describe() + ": interrupted while waiting for a response");
    }

    /** Closes the session, and the center, that it opened itself. */
    @Override
    public void close() {
        RegistrySession last;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            last = session;
        }
        if (ownsCenter) {
            center.orElseThrow().close();
        } else if (center.isPresent() && last != null) {
            last.close();
        }
    }
}
