package dev.elasticjob.scheduler;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A timer that does not throw. A task that cannot be scheduled is kept and scheduled with the next call, or with {@link
 * #retryRejected()}, which the scheduler calls once a second. Exceptions of a task are reported, and a repeated task continues.
 */
final class ReliableTimer {

    private static final Logger LOG = LoggerFactory.getLogger(ReliableTimer.class);

    private final ScheduledExecutorService timer;
    private final Guard guard;
    private final Queue<Timeout> rejected = new ArrayDeque<>();

    ReliableTimer(ScheduledExecutorService timer, Guard guard) {
        this.timer = timer;
        this.guard = guard;
    }

    /** A task that is to run, once or repeatedly, until it is cancelled. */
    final class Timeout {
        private final Runnable task;
        private final Duration delay;
        private final boolean repeated;
        private boolean over;
        private Optional<Future<?>> future = Optional.empty();

        private Timeout(Runnable task, Duration delay, boolean repeated) {
            this.task = task;
            this.delay = delay;
            this.repeated = repeated;
        }

        /** Prevents further runs of the task. */
        void cancel() {
            Optional<Future<?>> scheduled;
            synchronized (this) {
                over = true;
                scheduled = future;
            }
            scheduled.ifPresent(each -> guard.run(OutgoingCall.TIMER, () -> each.cancel(false)));
        }

        private void run() {
            synchronized (this) {
                if (over) {
                    return;
                }
                // A timer that threw may have accepted the task nevertheless.
                over = !repeated;
            }
            guard.run(OutgoingCall.TIMER_TASK, task);
        }

        private void schedule() {
            long nanos = delay.toNanos();
            Future<?> scheduled = repeated
                    ? timer.scheduleWithFixedDelay(this::run, nanos, nanos, TimeUnit.NANOSECONDS)
                    : timer.schedule(this::run, nanos, TimeUnit.NANOSECONDS);
            synchronized (this) {
                future = Optional.of(scheduled);
            }
        }

        private synchronized boolean isOver() {
            return over;
        }
    }

    Timeout schedule(Runnable task, Duration delay) {
        return add(new Timeout(task, delay, false));
    }

    Timeout scheduleRepeatedly(Runnable task, Duration period) {
        return add(new Timeout(task, period, true));
    }

    private Timeout add(Timeout timeout) {
        tryToSchedule(timeout);
        retryRejected();
        return timeout;
    }

    private void tryToSchedule(Timeout timeout) {
        try {
            timeout.schedule();
        } catch (Throwable thrown) {
            if (thrown instanceof RejectedExecutionException && timer.isShutdown()) {
                LOG.debug("The scheduler is closed", thrown);
                return;
            }
            guard.failed(OutgoingCall.TIMER, thrown);
            synchronized (rejected) {
                rejected.add(timeout);
            }
        }
    }

    /** Schedules the tasks that could not be scheduled before. */
    void retryRejected() {
        int count;
        synchronized (rejected) {
            count = rejected.size();
        }
        for (int i = 0; i < count; i++) {
            Timeout next;
            synchronized (rejected) {
                next = rejected.poll();
            }
            if (next != null && !next.isOver()) {
                tryToSchedule(next);
            }
        }
    }
}
