package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session after the other, for the jobs that share it: when one is lost the next is opened.
 *
 * <p>It also watches the lease. When so little of it is left that the registry may give our items to others soon, runs are
 * interrupted, whether the connection was lost or this process stood still without noticing.
 */
final class SharedSession {

    private static final Logger LOG = LoggerFactory.getLogger(SharedSession.class);

    /** Runs are interrupted when this part of the lease is left. */
    private static final int LAST_PART = 6;

    private static final long LONGEST_PAUSE_MS = 10_000;

    private final CoordinatorRegistryCenter center;
    private final ScheduledExecutorService timer;
    private final Map<SessionUser, Integer> users = new LinkedHashMap<>();
    private int bytes;
    private RegistrySession session;
    private GatheredReads reads;
    private GatheredCommits commits;
    private boolean connected;
    private boolean leaseEnding;
    private boolean closed;
    private int failures;
    private ScheduledFuture<?> leaseCheck;

    SharedSession(CoordinatorRegistryCenter center, ScheduledExecutorService timer) {
        this.center = center;
        this.timer = timer;
    }

    /** Whether there is room for one more, who is then told of the session that is open. */
    synchronized boolean add(SessionUser user, int more, int most) {
        if (closed || !users.isEmpty() && bytes + more > most) {
            return false;
        }
        users.put(user, more);
        bytes += more;
        if (session != null) {
            user.sessionOpened(session, reads, commits);
            if (!connected) {
                user.sessionSuspended();
            }
        }
        return true;
    }

    /** Whether nobody is left. */
    synchronized boolean remove(SessionUser user) {
        Integer less = users.remove(user);
        bytes -= less == null ? 0 : less;
        return users.isEmpty();
    }

    synchronized SessionView view() {
        return session == null
                ? SessionView.NONE
                : new SessionView(session.id(), connected, session.timeout(), session.leaseLeft());
    }

    synchronized void open() {
        if (closed) {
            return;
        }
        center.openSession().whenComplete((opened, problem) -> {
            if (opened != null) {
                opened(opened);
            } else {
                openLater(problem);
            }
        });
    }

    private synchronized void openLater(Throwable problem) {
        if (closed) {
            return;
        }
        failures++;
        long most = Math.min(LONGEST_PAUSE_MS, 100L << Math.min(failures, 10));
        long pause = most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
        if (Integer.bitCount(failures) == 1) {
            LOG.warn(
                    "No session on {} after {} tries, trying again: {}",
                    center.describe(),
                    failures,
                    problem.toString());
        }
        schedule(this::open, pause);
    }

    private void opened(RegistrySession opened) {
        synchronized (this) {
            if (closed) {
                opened.close();
                return;
            }
            failures = 0;
            session = opened;
            reads = new GatheredReads(opened);
            commits = new GatheredCommits(opened);
            connected = true;
            leaseEnding = false;
            tell(user -> user.sessionOpened(opened, reads, commits));
            long period = Math.max(50, opened.timeout().toMillis() / (2 * LAST_PART));
            leaseCheck = timer.scheduleWithFixedDelay(this::checkLease, period, period, TimeUnit.MILLISECONDS);
        }
        opened.onStateChange(state -> changed(opened, state));
    }

    private synchronized void changed(RegistrySession which, State state) {
        if (which != session) {
            return;
        }
        switch (state) {
            case CONNECTED -> {
                if (!connected && !isLeaseEnding(session)) {
                    resume();
                }
            }
            case SUSPENDED -> suspend();
            case LOST, CLOSED -> {
                LOG.warn("The session on {} is {}", center.describe(), state == State.LOST ? "lost" : "closed");
                forget();
                tell(SessionUser::sessionLost);
                open();
            }
        }
    }

    private void suspend() {
        if (connected) {
            connected = false;
            tell(SessionUser::sessionSuspended);
        }
    }

    private void resume() {
        connected = true;
        leaseEnding = false;
        tell(SessionUser::sessionResumed);
    }

    /** Whether so little of the lease is left that nothing may begin, and what runs is interrupted. */
    static boolean isLeaseEnding(RegistrySession session) {
        return session.leaseLeft().compareTo(session.timeout().dividedBy(LAST_PART)) <= 0;
    }

    /** Also finds that this process stood still: then the lease has run out although nobody told us of a lost connection. */
    private synchronized void checkLease() {
        if (session == null) {
            return;
        }
        if (isLeaseEnding(session)) {
            suspend();
            if (!leaseEnding) {
                leaseEnding = true;
                tell(SessionUser::leaseEnding);
            }
        } else if (!connected && session.state() == State.CONNECTED) {
            resume();
        }
    }

    private void forget() {
        session = null;
        connected = false;
        if (leaseCheck != null) {
            leaseCheck.cancel(false);
            leaseCheck = null;
        }
    }

    private void tell(Consumer<SessionUser> what) {
        users.keySet().forEach(what);
    }

    private void schedule(Runnable task, long milliseconds) {
        try {
            timer.schedule(task, milliseconds, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            LOG.debug("The scheduler has ended", ended);
        }
    }

    void close() {
        RegistrySession open;
        synchronized (this) {
            closed = true;
            open = session;
            forget();
        }
        if (open != null) {
            open.close();
        }
    }
}
