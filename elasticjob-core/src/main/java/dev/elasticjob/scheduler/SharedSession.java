package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session that some jobs share. When it is lost, another is opened.
 *
 * <p>It also checks the lease. Runs are interrupted when so little of it is left that other instances may soon own their items,
 * whether the connection was lost or this process was paused.
 */
final class SharedSession {

    private static final Logger LOG = LoggerFactory.getLogger(SharedSession.class);

    private static final long LONGEST_PAUSE_MS = 10_000;
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(50);
    private static final Duration CLOSE_RETRY = Duration.ofSeconds(1);

    private final CoordinatorRegistryCenter center;
    private final ReliableTimer timer;
    private final Guard guard;
    private final LongSupplier nanoTime;
    private final Supplier<RandomGenerator> random;
    private final Map<SessionUser, Integer> users = new LinkedHashMap<>();
    private int bytes;
    private OpenSession open;
    private boolean connected;
    private boolean leaseEnding;
    private boolean closed;
    private int failures;
    private long lostAt;
    private boolean hadSession;
    private ReliableTimer.Timeout leaseCheck;

    SharedSession(
            CoordinatorRegistryCenter center,
            ReliableTimer timer,
            Guard guard,
            LongSupplier nanoTime,
            Supplier<RandomGenerator> random) {
        this.nanoTime = nanoTime;
        this.random = random;
        this.center = center;
        this.timer = timer;
        this.guard = guard;
    }

    /** Adds a user, which is notified of the open session. Returns false if there is no room for it. */
    synchronized boolean add(SessionUser user, int more, int most) {
        if (closed || !users.isEmpty() && bytes + more > most) {
            return false;
        }
        users.put(user, more);
        bytes += more;
        if (open != null) {
            user.sessionOpened(open);
            if (!connected) {
                user.sessionSuspended();
            }
        }
        return true;
    }

    /** Removes a user. Returns whether no user is left. */
    synchronized boolean remove(SessionUser user) {
        Integer less = users.remove(user);
        bytes -= less == null ? 0 : less;
        return users.isEmpty();
    }

    synchronized SessionView view() {
        return open == null
                ? SessionView.NONE
                : new SessionView(
                        open.id(),
                        connected,
                        open.timeout(),
                        guard.get(OutgoingCall.REGISTRY_STATE, open.session()::leaseLeft, Duration.ZERO));
    }

    synchronized void open() {
        if (closed) {
            return;
        }
        try {
            center.openSession().whenComplete((opened, problem) -> {
                if (opened != null) {
                    opened(opened);
                } else {
                    openLater(problem);
                }
            });
        } catch (Throwable thrown) {
            guard.failed(OutgoingCall.REGISTRY_OPEN, thrown);
            openLater(thrown);
        }
    }

    private synchronized void openLater(Throwable problem) {
        if (closed) {
            return;
        }
        failures++;
        long most = Math.min(LONGEST_PAUSE_MS, 100L << Math.min(failures, 10));
        long pause = most / 2 + random.get().nextLong(most / 2 + 1);
        if (Integer.bitCount(failures) == 1) {
            LOG.warn(
                    "Failed to open a session on {} ({} attempts); retrying: {}",
                    describe(),
                    failures,
                    String.valueOf(problem));
        }
        timer.schedule(this::open, Duration.ofMillis(pause));
    }

    private String describe() {
        return guard.get(OutgoingCall.REGISTRY_STATE, center::describe, "the registry");
    }

    private void opened(RegistrySession opened) {
        boolean usable;
        synchronized (this) {
            if (closed) {
                end(opened);
                return;
            }
            usable = guard.run(OutgoingCall.REGISTRY_STATE, () -> adopt(OpenSession.of(opened, guard)));
        }
        // Without notifications of its state, the session would be used after its end.
        if (!usable
                || !guard.run(
                        OutgoingCall.REGISTRY_STATE, () -> opened.onStateChange(state -> changed(opened, state)))) {
            discard(opened);
            return;
        }
        synchronized (this) {
            failures = 0;
        }
    }

    private void adopt(OpenSession opened) {
        if (hadSession) {
            LOG.info(
                    "Registry back after {} ms: {}, new session 0x{}",
                    sinceLoss(),
                    describe(),
                    Long.toHexString(opened.id()));
        }
        hadSession = true;
        open = opened;
        connected = true;
        leaseEnding = false;
        notifyUsers(user -> user.sessionOpened(opened));
        Duration period = opened.timeout().dividedBy(2 * OpenSession.LAST_PART);
        leaseCheck = timer.scheduleRepeatedly(
                this::checkLease, period.compareTo(SHORTEST_PERIOD) < 0 ? SHORTEST_PERIOD : period);
    }

    /** Closes a session that cannot be used and opens another. */
    private void discard(RegistrySession opened) {
        synchronized (this) {
            if (open != null && open.session() == opened) {
                forget();
                notifyUsers(SessionUser::sessionLost);
            }
        }
        end(opened);
        openLater(new IllegalStateException("the session was opened and cannot be used"));
    }

    private synchronized void changed(RegistrySession which, State state) {
        if (open == null || which != open.session()) {
            return;
        }
        switch (state) {
            case CONNECTED -> {
                if (!connected && !isLeaseEnding()) {
                    resume();
                }
            }
            case SUSPENDED -> suspend("the connection was lost");
            case LOST, CLOSED -> {
                if (connected) {
                    lostAt = nanoTime.getAsLong();
                }
                LOG.warn(
                        "Session 0x{} on {} is {} after {} ms without a connection; running items are interrupted,"
                                + " and a new session is opened",
                        Long.toHexString(open.id()),
                        describe(),
                        state,
                        sinceLoss());
                forget();
                notifyUsers(SessionUser::sessionLost);
                open();
            }
        }
    }

    private void suspend(String reason) {
        if (connected) {
            connected = false;
            lostAt = nanoTime.getAsLong();
            LOG.warn(
                    "Registry lost: {}, session 0x{}: {}. No items are started until it is back",
                    describe(),
                    Long.toHexString(open.id()),
                    reason);
            notifyUsers(SessionUser::sessionSuspended);
        }
    }

    private void resume() {
        connected = true;
        leaseEnding = false;
        LOG.info(
                "Registry back after {} ms: {}, session 0x{} continues",
                sinceLoss(),
                describe(),
                Long.toHexString(open.id()));
        notifyUsers(SessionUser::sessionResumed);
    }

    private long sinceLoss() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - lostAt);
    }

    /** Returns whether the lease is about to end, or cannot be read. */
    private boolean isLeaseEnding() {
        return guard.get(OutgoingCall.REGISTRY_STATE, open::isLeaseEnding, true);
    }

    /** Also detects that this process was paused: the lease has expired although no lost connection was reported. */
    private synchronized void checkLease() {
        if (open == null) {
            return;
        }
        if (isLeaseEnding()) {
            suspend("only the last part of the lease is left; the registry did not answer, or this process was paused");
            if (!leaseEnding) {
                leaseEnding = true;
                notifyUsers(SessionUser::leaseEnding);
            }
        } else if (!connected
                && guard.get(OutgoingCall.REGISTRY_STATE, open.session()::state, State.SUSPENDED) == State.CONNECTED) {
            resume();
        }
    }

    private void forget() {
        open = null;
        connected = false;
        if (leaseCheck != null) {
            leaseCheck.cancel();
            leaseCheck = null;
        }
    }

    private void notifyUsers(Consumer<SessionUser> what) {
        users.keySet().forEach(what);
    }

    void close() {
        OpenSession last;
        synchronized (this) {
            closed = true;
            last = open;
            forget();
        }
        if (last != null) {
            end(last.session());
        }
    }

    /**
     * Ends a session. A close that throws is repeated: as long as the session lives, its instances remain members and own
     * items that this process does not run.
     */
    private void end(RegistrySession session) {
        // At once, because the timer may be about to end, and later, because the reason may take longer.
        if (!tryToEnd(session) && !tryToEnd(session)) {
            timer.schedule(() -> end(session), CLOSE_RETRY);
        }
    }

    private boolean tryToEnd(RegistrySession session) {
        return guard.run(OutgoingCall.REGISTRY_CLOSE, session::close)
                || isOver(guard.get(OutgoingCall.REGISTRY_STATE, session::state, State.SUSPENDED));
    }

    private static boolean isOver(State state) {
        return state == State.LOST || state == State.CLOSED;
    }
}
