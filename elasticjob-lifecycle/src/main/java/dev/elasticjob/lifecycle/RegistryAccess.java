package dev.elasticjob.lifecycle;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads and commits for callers that wait, for a limited time. A session that was lost is replaced by the next call. */
final class RegistryAccess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Optional<CoordinatorRegistryCenter> center;
    private final boolean ownsCenter;
    private final Object stateChange = new Object();
    private RegistrySession session;
    private boolean closed;

    private RegistryAccess(Optional<CoordinatorRegistryCenter> center, boolean ownsCenter, RegistrySession session) {
        this.center = center;
        this.ownsCenter = ownsCenter;
        this.session = session;
    }

    /** With a session of its own; the center is somebody else's. */
    static RegistryAccess on(CoordinatorRegistryCenter center) {
        center.init();
        return new RegistryAccess(Optional.of(center), false, null);
    }

    /** With a session of its own on a center that ends with it. */
    static RegistryAccess owning(CoordinatorRegistryCenter center) {
        try {
            center.init();
        } catch (RuntimeException unusable) {
            center.close();
            throw unusable;
        }
        return new RegistryAccess(Optional.of(center), true, null);
    }

    /** In somebody else's session. */
    static RegistryAccess in(RegistrySession session) {
        RegistryAccess result = new RegistryAccess(Optional.empty(), false, session);
        result.listenTo(session);
        return result;
    }

    String describe() {
        return center.map(CoordinatorRegistryCenter::describe).orElse("the registry");
    }

    /** @throws RegistryException when nothing can be read */
    Snapshot read(ReadRequest request) {
        ReadResult result = await(session().read(request));
        if (result instanceof ReadResult.Failed failed && mayComeBack(failed)) {
            result = await(session().read(request));
        }
        if (result instanceof Snapshot snapshot) {
            return snapshot;
        }
        throw new RegistryException(((ReadResult.Failed) result).reason() + ". Try again when it can be reached");
    }

    /** Whether there is a connection now, or a new session can be had. */
    private boolean mayComeBack(ReadResult.Failed failed) {
        return failed.sessionOver() && center.isPresent() || awaitConnection();
    }

    /**
     * @return {@link CommitResult.Committed}, {@link CommitResult.Conflict} or {@link CommitResult.Unknown}
     * @throws RegistryException when it was refused
     */
    CommitResult commit(Transaction transaction) {
        CommitResult result = await(session().commit(transaction));
        if (result instanceof CommitResult.Refused refused && mayBeSentAgain(refused)) {
            result = await(session().commit(transaction));
        }
        if (result instanceof CommitResult.Refused refused) {
            throw new RegistryException(refused.reason() + ". Nothing was changed by this");
        }
        if (result instanceof CommitResult.Unknown) {
            awaitConnection();
        }
        return result;
    }

    private boolean mayBeSentAgain(CommitResult.Refused refused) {
        return switch (refused.refusal()) {
            case SESSION_OVER -> center.isPresent();
            case NOT_CONNECTED -> awaitConnection();
            default -> false;
        };
    }

    int transactionBytes() {
        return session().limits().transactionBytes();
    }

    /** The session; a new one when the last is over. */
    synchronized RegistrySession session() {
        if (closed) {
            throw new RegistryException(describe() + ": these operations were closed; make new ones");
        }
        if (center.isPresent() && (session == null || isOver(session.state()))) {
            session = await(center.get().openSession());
            listenTo(session);
        }
        return session;
    }

    private void listenTo(RegistrySession opened) {
        opened.onStateChange(state -> {
            synchronized (stateChange) {
                stateChange.notifyAll();
            }
        });
    }

    /** Waits while the session is suspended; whether it is connected then, or can be replaced. */
    private boolean awaitConnection() {
        RegistrySession current = session();
        long end = System.nanoTime() + current.timeout().toNanos();
        synchronized (stateChange) {
            while (current.state() == State.SUSPENDED) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
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

    private <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RegistryException known
                    ? known
                    : new RegistryException(describe() + ": " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new RegistryException(
                    describe() + ": no answer within " + LIMIT.toSeconds() + " s; it is not known what came of it",
                    late);
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    private RegistryException interrupted() {
        Thread.currentThread().interrupt();
        return new RegistryException(describe() + ": interrupted while waiting for an answer");
    }

    /** Ends what is its own. */
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
