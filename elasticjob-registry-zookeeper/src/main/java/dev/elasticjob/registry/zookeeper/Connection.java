package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.support.Lease;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper.States;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client handle, which is exactly one session: its state, its lease, and its listeners.
 *
 * <p>The client has one thread on which it delivers events and responses in the order in which they came from the server. State changes,
 * responses and hints are all handled on that thread, so they need no further ordering.
 *
 * <p>A connection counts as connected after the response to a first small request, the greeting, not after the handshake. A server that
 * requires a different authentication rejects only requests, not the handshake, and only the greeting provides a time from which the
 * lease counts.
 */
final class Connection {

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final int HEARTBEATS_IN_TIMEOUT = 6;
    private static final long LONGEST_GREETING_DELAY_MS = 5_000;

    /** Callbacks for the parts of a session. All are called on the client's event thread. */
    interface Events {
        /** Called after the listeners were notified of a reconnect; not called for the first connection. */
        void reconnected();

        void nodeChanged(WatchedEvent event);

        void over();
    }

    private final ClientSettings settings;
    private final ScheduledExecutorService timer;
    private final Lease lease;
    private final Watcher watcher = this::process;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AtomicBoolean beating = new AtomicBoolean();
    private final Object sending = new Object();

    private final Object lock = new Object();
    private final List<InOrder<State>> listeners = new ArrayList<>();
    private volatile SessionHandle client;
    private volatile Events events;
    private volatile State state = State.SUSPENDED;
    private volatile String problem = "";
    private boolean closing;
    private boolean over;
    private ScheduledFuture<?> nextBeat;

    // Used on the client's event thread only.
    private int greetings;
    private int failedGreetings;

    Connection(ClientSettings settings, ScheduledExecutorService timer, Lease lease) {
        this.settings = settings;
        this.timer = timer;
        this.lease = lease;
    }

    /** Starts to connect; must be called before all other methods. */
    void start(Events receiver) {
        // The client's threads run before its constructor returns. The lock makes its first event wait until the handle
        // is assigned.
        synchronized (lock) {
            events = receiver;
            try {
                client = new SessionHandle(settings, watcher);
            } catch (IOException | RuntimeException e) {
                throw new RegistryException(settings.describe() + ": the client does not start: " + e, e);
            }
        }
    }

    ClientSettings settings() {
        return settings;
    }

    SessionHandle client() {
        return client;
    }

    /** Returns the watcher for nodes, which calls {@link Events#nodeChanged}. */
    Watcher watcher() {
        return watcher;
    }

    Lease lease() {
        return lease;
    }

    State state() {
        return state;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /**
     * Sends requests without interleaving those of other threads, so that results that belong together are delivered together.
     *
     * @param requests sends the requests; must not block
     */
    void send(Runnable requests) {
        synchronized (sending) {
            requests.run();
        }
    }

    /** Completes when the session is connected for the first time; fails if it cannot be connected. */
    CompletableFuture<Void> opened() {
        return opened;
    }

    /** Completes when all threads of the session have ended or are no longer waited for. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Returns the state of the client and its last failure, for messages. */
    String condition() {
        return "the client is " + client.getState() + (problem.isEmpty() ? "" : ": " + problem);
    }

    /** Returns why nothing can be sent now. If empty, a request can be sent and its response contains its outcome. */
    Optional<Refusal> obstacle() {
        State now = state;
        if (now == State.LOST || now == State.CLOSED) {
            return Optional.of(Refusal.SESSION_OVER);
        }
        return now == State.CONNECTED && client.getState().isConnected()
                ? Optional.empty()
                : Optional.of(Refusal.NOT_CONNECTED);
    }

    /** Converts a result code and extends the lease. Must be called with every result of the client. */
    Code answered(int rc, long sentAt) {
        Code code = Codes.of(rc);
        if (Codes.isAnswer(code)) {
            lease.answered(sentAt);
        }
        return code;
    }

    void onStateChange(Consumer<State> listener) {
        InOrder<State> delivery = new InOrder<>(listener);
        synchronized (lock) {
            delivery.put(state);
            if (!over && !(closing && state == State.CLOSED)) {
                listeners.add(delivery);
            }
        }
        delivery.deliver();
    }

    private void process(WatchedEvent event) {
        synchronized (lock) {
            if (over) {
                return;
            }
        }
        if (event.getType() != EventType.None) {
            events.nodeChanged(event);
            return;
        }
        // The client passes null as the state if SASL could not be started.
        switch (event.getState() == null ? KeeperState.AuthFailed : event.getState()) {
            case SyncConnected -> greet();
            case Disconnected -> change(State.SUSPENDED);
            case Expired -> end(State.LOST, whyExpired());
            case Closed -> end(State.CLOSED, "the session is closed");
            case AuthFailed -> authenticationFailed();
            default -> LOG.debug("{}: {}", settings.describe(), event);
        }
    }

    /**
     * Returns why the session expired. The client also ends a session without a server after the timeout. Only a server sets the timeout
     * to zero.
     */
    private String whyExpired() {
        return client.getSessionTimeout() <= 0
                ? "the servers have ended the session"
                : "no server was reached for longer than the session timeout of "
                        + lease.timeout().toMillis() + " ms";
    }

    private void greet() {
        int granted = client.getSessionTimeout();
        if (granted > 0) {
            // The timeout is not positive if the session has ended since; the next event reports that.
            lease.granted(Duration.ofMillis(granted));
        }
        int greeting = ++greetings;
        long sentAt = lease.now();
        client.exists(
                settings.namespace().root(),
                false,
                (rc, path, context, stat) -> greeted(greeting, answered(rc, sentAt)),
                null);
    }

    private void greeted(int greeting, Code code) {
        if (code == Code.OK || code == Code.NONODE) {
            failedGreetings = 0;
            boolean first = !opened.isDone();
            change(State.CONNECTED);
            if (first) {
                opened.complete(null);
                scheduleBeat();
            } else {
                events.reconnected();
            }
            return;
        }
        if (Codes.isForbidden(code)) {
            refused(Codes.explain(code, settings));
        } else {
            problem = "a first request was answered with " + code;
        }
        if (Codes.isAnswer(code) && !opened.isCompletedExceptionally()) {
            greetLater(greeting, code);
        }
    }

    /**
     * Schedules another greeting. The connection is alive, so no event follows: without another greeting the session would remain
     * suspended.
     */
    private void greetLater(int greeting, Code code) {
        failedGreetings++;
        if (Integer.bitCount(failedGreetings) == 1) {
            LOG.warn(
                    "{}: session 0x{} is connected, but its first request was answered with {} ({} times); retrying",
                    settings.describe(),
                    Long.toHexString(client.getSessionId()),
                    code,
                    failedGreetings);
        }
        long delay = Math.min(LONGEST_GREETING_DELAY_MS, 50L << Math.min(failedGreetings, 10));
        try {
            timer.schedule(() -> repeatGreeting(greeting), delay, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("{}: the registry center is closed", settings.describe(), closed);
        }
    }

    /** Sends another greeting. Not called on the client's event thread, so the response is ignored if the connection has changed since. */
    private void repeatGreeting(int greeting) {
        if (!client.getState().isConnected()) {
            return;
        }
        long sentAt = lease.now();
        client.exists(
                settings.namespace().root(),
                false,
                (rc, path, context, stat) -> {
                    Code code = answered(rc, sentAt);
                    if (greeting == greetings) {
                        greeted(greeting, code);
                    }
                },
                null);
    }

    private void authenticationFailed() {
        String reason = Codes.explain(Code.AUTHFAILED, settings);
        if (client.getState() == States.AUTH_FAILED) {
            end(State.LOST, reason);
        } else {
            refused(reason);
        }
    }

    /**
     * Records that the servers deny access. A client that cannot authenticate continues to connect anonymously. While the session is
     * being opened, this is an error to report immediately.
     */
    private void refused(String reason) {
        problem = reason;
        if (!opened.completeExceptionally(new RegistryException(reason))) {
            LOG.warn("The registry refused a reconnected session: {}", reason);
        }
    }

    private void change(State next) {
        List<InOrder<State>> notified;
        synchronized (lock) {
            if (closing || over || state == next) {
                return;
            }
            state = next;
            notified = List.copyOf(listeners);
            notified.forEach(each -> each.put(next));
        }
        notified.forEach(InOrder::deliver);
    }

    private void end(State last, String reason) {
        List<InOrder<State>> notified;
        State outcome;
        synchronized (lock) {
            over = true;
            outcome = closing ? State.CLOSED : last;
            state = outcome;
            notified = List.copyOf(listeners);
            listeners.clear();
            notified.forEach(each -> each.put(outcome));
            cancelBeat();
        }
        problem = reason;
        lease.end();
        opened.completeExceptionally(new RegistryException(settings.describe() + ": " + reason));
        notified.forEach(InOrder::deliver);
        events.over();
        if (outcome == State.LOST) {
            LOG.warn(
                    "{}: session 0x{} is lost: {}",
                    settings.describe(),
                    Long.toHexString(client.getSessionId()),
                    reason);
            endClient();
        }
    }

    /** Closes the session. The state changes immediately; listeners are notified in order, after the outcomes of requests in progress. */
    void close() {
        synchronized (lock) {
            if (closing || over) {
                return;
            }
            closing = true;
            state = State.CLOSED;
            cancelBeat();
        }
        lease.end();
        endClient();
    }

    /** Ends the client on a separate thread: ending waits for the client's threads, one of which may be the calling thread. */
    private void endClient() {
        Thread closer = new Thread(
                () -> {
                    try {
                        client.end(settings.connectionTimeout());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        ended.complete(null);
                    }
                },
                "elasticjob-zookeeper-closing");
        closer.setDaemon(true);
        closer.start();
    }

    private void scheduleBeat() {
        long period = lease.timeout().dividedBy(HEARTBEATS_IN_TIMEOUT).toNanos();
        synchronized (lock) {
            if (!closing && !over) {
                nextBeat = timer.schedule(this::beat, period, TimeUnit.NANOSECONDS);
            }
        }
    }

    private void cancelBeat() {
        if (nextBeat != null) {
            nextBeat.cancel(false);
        }
    }

    /** Sends a request as heartbeat. The client also sends pings when it is idle, but does not report when. */
    private void beat() {
        if (obstacle().isEmpty() && beating.compareAndSet(false, true)) {
            long sentAt = lease.now();
            client.exists(
                    settings.namespace().root(),
                    false,
                    (rc, path, context, stat) -> {
                        beating.set(false);
                        answered(rc, sentAt);
                    },
                    null);
        }
        scheduleBeat();
    }
}
