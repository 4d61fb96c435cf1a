package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Both ends of a session: its state in the registry ({@link #alive}), its state in the client ({@link #status}), and the connection
 * between them ({@link Wire}). All actions run on the delivery thread, to which every call is posted; only values that a caller can read
 * without waiting are volatile.
 */
final class MemorySession implements RegistrySession, SessionControl {

    private enum Loss {
        NONE,
        BEFORE_APPLYING,
        AFTER_APPLYING
    }

    /**
     * State of the client.
     *
     * @param silent whether responses do not arrive, so that the lease expires
     * @param silentSince nano time since when responses do not arrive
     */
    private record Status(State state, boolean silent, long silentSince) {}

    private final InMemoryRegistry registry;
    private final Namespace namespace;
    private final Consumer<MemorySession> onEnd;
    private final long id;
    private final Wire wire = new Wire();
    private final List<Consumer<State>> listeners = new ArrayList<>();
    private final Set<MemoryWatch> watches = new LinkedHashSet<>();
    private boolean alive = true;
    private Loss loss = Loss.NONE;
    private volatile Status status = new Status(State.CONNECTED, false, 0);
    private volatile boolean closeCalled;

    MemorySession(InMemoryRegistry registry, Namespace namespace, Consumer<MemorySession> onEnd) {
        this.registry = registry;
        this.namespace = namespace;
        this.onEnd = onEnd;
        this.id = registry.nextSession();
    }

    boolean isOf(InMemoryRegistry other) {
        return registry == other;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public State state() {
        State known = status.state;
        return closeCalled && known != State.LOST ? State.CLOSED : known;
    }

    @Override
    public void onStateChange(Consumer<State> listener) {
        post(() -> {
            listeners.add(listener);
            DeliveryThread.tell(listener, status.state);
        });
    }

    @Override
    public Duration timeout() {
        return registry.sessionTimeout();
    }

    @Override
    public Duration leaseLeft() {
        Status now = status;
        if (now.state == State.LOST || now.state == State.CLOSED) {
            return Duration.ZERO;
        }
        if (!now.silent) {
            return timeout();
        }
        Duration left = timeout().minusNanos(registry.nanos() - now.silentSince);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public RegistryLimits limits() {
        return registry.limits();
    }

    @Override
    public CompletionStage<ReadResult> read(ReadRequest request) {
        CompletableFuture<ReadResult> answer = new CompletableFuture<>();
        post(() -> {
            if (isOver()) {
                answer.complete(new ReadResult.Failed(overReason(), true));
            } else if (status.state == State.SUSPENDED) {
                answer.complete(new ReadResult.Failed(suspendedReason(), false));
            } else {
                wire.request(
                        () -> carryOut(request, answer),
                        () -> answer.complete(new ReadResult.Failed(lostReason(), isOver())));
            }
        });
        return answer;
    }

    @Override
    public CompletionStage<CommitResult> commit(Transaction transaction) {
        CompletableFuture<CommitResult> answer = new CompletableFuture<>();
        post(() -> {
            if (isOver()) {
                answer.complete(new Refused(Refusal.SESSION_OVER, overReason()));
            } else if (status.state == State.SUSPENDED) {
                answer.complete(new Refused(Refusal.NOT_CONNECTED, suspendedReason()));
            } else {
                wire.request(() -> carryOut(transaction, answer), () -> answer.complete(new Unknown(lostReason())));
            }
        });
        return answer;
    }

    private void carryOut(ReadRequest request, CompletableFuture<ReadResult> answer) {
        ReadResult result = namespace.tree().read(request);
        wire.answer(
                () -> answer.complete(result), () -> answer.complete(new ReadResult.Failed(lostReason(), isOver())));
    }

    private void carryOut(Transaction transaction, CompletableFuture<CommitResult> answer) {
        Loss ordered = loss;
        loss = Loss.NONE;
        if (ordered == Loss.BEFORE_APPLYING) {
            disconnect();
            answer.complete(new Unknown(lostReason()));
            return;
        }
        CommitResult result = namespace.tree().commit(id, transaction, registry.now());
        if (ordered == Loss.AFTER_APPLYING) {
            disconnect();
            answer.complete(new Unknown(lostReason()));
        } else {
            wire.answer(() -> answer.complete(result), () -> answer.complete(new Unknown(lostReason())));
        }
    }

    @Override
    public Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver) {
        // Validates the path with the rules of requests, which are the same for all operations.
        ReadRequest.of(path);
        MemoryWatch watch = new MemoryWatch(this, path, scope, receiver);
        post(() -> {
            if (!isOver()) {
                watches.add(watch);
                namespace.watches().add(watch);
            }
        });
        return watch;
    }

    void unwatch(MemoryWatch watch) {
        post(() -> {
            watches.remove(watch);
            namespace.watches().remove(watch);
        });
    }

    /** Sends a hint to the client. Without a connection it is dropped, because the client gets another one after the reconnect. */
    void send(MemoryWatch watch, Hint hint) {
        if (status.state == State.CONNECTED) {
            wire.answer(() -> watch.deliver(hint), () -> {});
        }
    }

    @Override
    public void close() {
        closeCalled = true;
        post(() -> {
            if (isOver()) {
                return;
            }
            if (status.state == State.CONNECTED) {
                endInRegistry();
            }
            leave(State.CLOSED);
        });
    }

    @Override
    public void suspend() {
        post(this::disconnect);
    }

    @Override
    public void resume() {
        post(() -> {
            loss = Loss.NONE;
            if (status.state != State.SUSPENDED) {
                return;
            }
            if (!alive) {
                leave(State.LOST);
                return;
            }
            become(new Status(State.CONNECTED, false, 0));
            List.copyOf(watches).forEach(watch -> watch.deliver(new Hint(watch.path(), true)));
        });
    }

    @Override
    public void expire() {
        post(() -> {
            endInRegistry();
            if (status.state == State.CONNECTED) {
                leave(State.LOST);
            }
        });
    }

    @Override
    public void holdRequests() {
        post(() -> {
            fallSilent();
            wire.holdRequests();
        });
    }

    @Override
    public void holdAnswers() {
        post(() -> {
            fallSilent();
            wire.holdAnswers();
        });
    }

    @Override
    public void release() {
        post(() -> {
            if (status.state == State.CONNECTED) {
                status = new Status(State.CONNECTED, false, 0);
            }
            wire.release();
        });
    }

    @Override
    public void loseNextCommitBeforeApplying() {
        post(() -> loss = Loss.BEFORE_APPLYING);
    }

    @Override
    public void loseNextCommitAfterApplying() {
        post(() -> loss = Loss.AFTER_APPLYING);
    }

    private void fallSilent() {
        if (!status.silent) {
            status = new Status(status.state, true, registry.nanos());
        }
    }

    private void disconnect() {
        if (status.state == State.CONNECTED) {
            fallSilent();
            become(new Status(State.SUSPENDED, true, status.silentSince));
            wire.lose();
        }
    }

    private void endInRegistry() {
        if (alive) {
            alive = false;
            namespace.tree().end(id);
        }
    }

    /** Ends the client's part of the session. */
    private void leave(State last) {
        watches.forEach(namespace.watches()::remove);
        watches.clear();
        become(new Status(last, true, status.silentSince));
        wire.lose();
        onEnd.accept(this);
    }

    private void become(Status next) {
        status = next;
        List.copyOf(listeners).forEach(listener -> DeliveryThread.tell(listener, next.state));
    }

    private boolean isOver() {
        return status.state == State.LOST || status.state == State.CLOSED;
    }

    private String overReason() {
        return this + " is over";
    }

    private String suspendedReason() {
        return this + " is suspended";
    }

    private String lostReason() {
        return this + " lost its connection before the answer came";
    }

    private void post(Runnable task) {
        registry.delivery().post(task);
    }

    @Override
    public String toString() {
        return "Session 0x" + Long.toHexString(id) + " (" + state() + ")";
    }
}
