package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A session of a simulated process. Requests arrive in the order in which they are sent, and answers in the order of the
 * requests. When the connection is lost, some of the requests that were not answered have arrived, or arrive later.
 */
final class SimRegistrySession implements RegistrySession {

    static final long TIMEOUT = 6_000;

    private final SimRegistry registry;
    private final SimHost host;
    private final long id;
    private final List<Consumer<State>> listeners = new ArrayList<>();
    private final List<SetWatch> watches = new ArrayList<>();
    private final List<Request> unanswered = new ArrayList<>();
    private State state = State.CONNECTED;
    private boolean alive = true;
    private boolean endedEarly;
    private boolean connected = true;
    private int connection;
    private long lastArrival;
    private long lastDelivery;
    private long lastAnswered;

    private record Request(long sentAt, int connection, Runnable atRegistry, Runnable lost) {}

    private final class SetWatch implements Watch {
        private final String path;
        private final Scope scope;
        private final Consumer<Hint> receiver;
        private boolean isSet;

        SetWatch(String path, Scope scope, Consumer<Hint> receiver) {
            this.path = path;
            this.scope = scope;
            this.receiver = receiver;
        }

        boolean sees(String changed, boolean listToo) {
            return isSet
                    && (changed.equals(path)
                            || scope == Scope.SUBTREE && changed.startsWith(path + "/")
                            || listToo
                                    && changed.substring(0, changed.lastIndexOf('/'))
                                            .equals(path));
        }

        @Override
        public void close() {
            host.mayThrow("unwatch");
            watches.remove(this);
        }
    }

    SimRegistrySession(SimRegistry registry, SimHost host) {
        this.registry = registry;
        this.host = host;
        id = registry.newSession(this);
        lastAnswered = now();
        heartbeat();
    }

    private long now() {
        return host.world().now();
    }

    private void heartbeat() {
        if (alive && state != State.CLOSED) {
            if (connected && !host.isPaused()) {
                lastAnswered = Math.max(lastAnswered, now() - 5);
            }
            host.world().after(TIMEOUT / 6, this::heartbeat);
        }
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public State state() {
        host.mayThrow("state");
        return state;
    }

    boolean isOver() {
        return state == State.LOST || state == State.CLOSED;
    }

    boolean isConnected() {
        return connected && alive && state == State.CONNECTED;
    }

    /** Returns whether the registry ended the session before its lease, and the process has no means to know it. */
    boolean isEndedEarly() {
        return endedEarly && !isOver() && now() < lastAnswered + TIMEOUT;
    }

    @Override
    public void onStateChange(Consumer<State> listener) {
        host.mayThrow("onStateChange");
        listeners.add(listener);
        State first = state;
        host.after(0, () -> listener.accept(first));
    }

    @Override
    public Duration timeout() {
        return Duration.ofMillis(TIMEOUT);
    }

    @Override
    public Duration leaseLeft() {
        host.mayThrow("leaseLeft");
        return Duration.ofMillis(Math.max(0, lastAnswered + TIMEOUT - now()));
    }

    @Override
    public RegistryLimits limits() {
        return SimRegistry.LIMITS;
    }

    // ---- requests ----

    @Override
    public CompletionStage<ReadResult> read(ReadRequest request) {
        host.mayThrow("read");
        CompletableFuture<ReadResult> result = new CompletableFuture<>();
        if (!connected || isOver()) {
            host.after(0, () -> result.complete(new ReadResult.Failed("not connected", isOver())));
            return result;
        }
        ReadResult[] answer = new ReadResult[1];
        send(
                () -> answer[0] = registry.tree.read(request),
                () -> result.complete(answer[0]),
                () -> result.complete(new ReadResult.Failed("the connection was lost", false)));
        return result;
    }

    @Override
    public CompletionStage<CommitResult> commit(Transaction transaction) {
        boolean sentBefore = host.chance(0.5);
        if (!sentBefore) {
            host.mayThrow("commit");
        }
        CompletableFuture<CommitResult> result = new CompletableFuture<>();
        if (!connected || isOver()) {
            CommitResult.Refusal refusal =
                    isOver() ? CommitResult.Refusal.SESSION_OVER : CommitResult.Refusal.NOT_CONNECTED;
            host.after(0, () -> result.complete(new CommitResult.Refused(refusal, "not connected")));
            return result;
        }
        CommitResult[] answer = new CommitResult[1];
        send(
                () -> {
                    answer[0] =
                            registry.tree.commit(id, transaction, host.world().time());
                    host.log("%s -> %s", transaction, answer[0].getClass().getSimpleName());
                },
                () -> result.complete(answer[0]),
                () -> result.complete(new CommitResult.Unknown("the connection was lost")));
        if (sentBefore) {
            host.mayThrow("commit");
        }
        return result;
    }

    private void send(Runnable atRegistry, Runnable answered, Runnable lost) {
        int over = connection;
        Request[] self = new Request[1];
        self[0] = new Request(
                now(),
                over,
                () -> {
                    if (alive) {
                        atRegistry.run();
                        deliver(over, () -> {
                            unanswered.remove(self[0]);
                            lastAnswered = Math.max(lastAnswered, self[0].sentAt);
                            answered.run();
                        });
                    }
                },
                lost);
        unanswered.add(self[0]);
        lastArrival = Math.max(lastArrival, now() + delay());
        host.world().at(lastArrival, () -> {
            if (over == connection) {
                self[0].atRegistry.run();
            }
        });
    }

    private long delay() {
        return host.chance(0.02) ? host.any(800) : 1 + host.any(4);
    }

    private void deliver(int over, Runnable what) {
        lastDelivery = Math.max(lastDelivery, now() + delay());
        host.world()
                .at(
                        lastDelivery,
                        () -> host.receive(() -> {
                            if (over == connection && connected && !isOver()) {
                                what.run();
                            }
                        }));
    }

    // ---- watches ----

    @Override
    public Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver) {
        host.mayThrow("watch");
        SetWatch watch = new SetWatch(path, scope, receiver);
        watches.add(watch);
        if (connected && !isOver()) {
            send(() -> watch.isSet = true, () -> {}, () -> {});
        }
        return watch;
    }

    void changed(String path, boolean listToo) {
        if (!connected) {
            return;
        }
        for (SetWatch watch : List.copyOf(watches)) {
            if (watch.sees(path, listToo)) {
                deliver(connection, () -> {
                    if (watches.contains(watch)) {
                        watch.receiver.accept(new Hint(path, false));
                    }
                });
            }
        }
    }

    // ---- what happens to it ----

    private void change(State next) {
        if (!isOver() && state != next) {
            state = next;
            List.copyOf(listeners).forEach(listener -> listener.accept(next));
        }
    }

    /** The connection breaks, and comes back after a while if the session lives then. */
    void cut(long downFor) {
        if (!connected || isOver()) {
            return;
        }
        connected = false;
        connection++;
        int broken = connection;
        long brokenAt = now();
        List<Request> lost = new ArrayList<>(unanswered);
        unanswered.clear();
        int arriving = lost.isEmpty() ? 0 : host.any(lost.size() + 1);
        for (Request request : lost.subList(0, arriving)) {
            lastArrival = Math.max(lastArrival, brokenAt + (host.chance(0.5) ? 0 : host.any((int) downFor + 1)));
            host.world().at(Math.min(lastArrival, brokenAt + downFor), request.atRegistry);
        }
        host.log("connection lost for %d ms, %d of %d requests arrive", downFor, arriving, lost.size());
        host.receive(() -> {
            change(State.SUSPENDED);
            lost.forEach(request -> request.lost.run());
        });
        long expiry = Math.max(lastAnswered + TIMEOUT, brokenAt + TIMEOUT / 2) + host.any((int) TIMEOUT / 2);
        host.world().at(expiry, () -> {
            if (broken == connection && !connected) {
                endAtRegistry();
            }
        });
        host.world().at(brokenAt + downFor, () -> reconnect(broken));
    }

    private void reconnect(int broken) {
        if (broken != connection || connected || isOver()) {
            return;
        }
        if (host.isPaused()) {
            host.world().after(50, () -> reconnect(broken));
            return;
        }
        connection++;
        if (!alive) {
            host.receive(() -> change(State.LOST));
            return;
        }
        connected = true;
        lastAnswered = now();
        watches.forEach(watch -> watch.isSet = true);
        host.receive(() -> change(State.CONNECTED));
        for (SetWatch watch : List.copyOf(watches)) {
            deliver(connection, () -> watch.receiver.accept(new Hint(watch.path, true)));
        }
    }

    void endAtRegistry() {
        if (alive) {
            alive = false;
            host.log("session %x ended", id);
            host.world().unrest();
            registry.ended(this);
        }
    }

    /** The registry ends the session without notice: the process learns it when it is connected again. */
    void expire() {
        endedEarly |= alive;
        endAtRegistry();
        cut(1 + host.any(50));
    }

    /** The process is gone. The registry learns it when the session times out. */
    void abandon() {
        List<Request> lost = new ArrayList<>(unanswered);
        unanswered.clear();
        connection++;
        connected = false;
        int arriving = lost.isEmpty() ? 0 : host.any(lost.size() + 1);
        lost.subList(0, arriving).forEach(request -> request.atRegistry.run());
        host.world().after(TIMEOUT / 2 + host.any((int) TIMEOUT), this::endAtRegistry);
    }

    @Override
    public void close() {
        host.mayThrow("close");
        if (isOver()) {
            return;
        }
        state = State.CLOSED;
        boolean wasConnected = connected;
        connected = false;
        connection++;
        List<Request> lost = new ArrayList<>(unanswered);
        unanswered.clear();
        host.after(0, () -> {
            List.copyOf(listeners).forEach(listener -> listener.accept(State.CLOSED));
            lost.forEach(request -> request.lost.run());
        });
        host.world().after(wasConnected ? 1 : TIMEOUT, this::endAtRegistry);
    }
}
