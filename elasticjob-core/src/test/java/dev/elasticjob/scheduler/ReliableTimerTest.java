package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The timer, the executor and the detection of clock jumps that do not lose what they are given. */
class ReliableTimerTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTimer manual = new ManualTimer();
    private final ReliableTimer timer = manual.reliable();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void a_repeated_task_continues_although_it_throws() {
        timer.scheduleRepeatedly(
                () -> {
                    runs.incrementAndGet();
                    throw new IllegalStateException("no");
                },
                SECOND);
        manual.pass(SECOND.multipliedBy(3));
        assertThat(runs).hasValue(3);
    }

    @Test
    void a_cancelled_task_does_not_run_although_the_timer_runs_it() {
        manual.throwsAfterNext = true;
        ReliableTimer.Timeout timeout = timer.schedule(runs::incrementAndGet, SECOND);
        timeout.cancel();
        manual.pass(SECOND.multipliedBy(3));
        assertThat(runs).hasValue(0);
    }

    @Test
    void a_task_runs_once_although_the_timer_that_accepted_it_threw() {
        manual.throwsAfterNext = true;
        timer.schedule(runs::incrementAndGet, SECOND);
        timer.retryRejected();
        manual.pass(SECOND.multipliedBy(3));
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_task_that_the_timer_rejected_is_scheduled_within_a_second() {
        new ClockJumps(clock(), manual::nanoTime, timer, () -> {});
        // The call itself tries twice.
        manual.failures = 2;
        timer.schedule(runs::incrementAndGet, SECOND);
        manual.pass(SECOND.multipliedBy(3));
        assertThat(runs).hasValue(1);
    }

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return Instant.EPOCH.plusNanos(manual.nanoTime()).plus(ahead.get());
            }
        };
    }

    @Test
    void a_jump_of_the_clock_in_either_direction_is_noticed_within_a_second() {
        ClockJumps jumps = new ClockJumps(clock(), manual::nanoTime, timer, runs::incrementAndGet);
        manual.pass(SECOND.multipliedBy(5));
        assertThat(runs).as("time that passes").hasValue(0);
        ahead.set(Duration.ofMillis(501));
        manual.pass(SECOND);
        assertThat(runs).as("a jump forward").hasValue(1);
        ahead.set(Duration.ZERO);
        manual.pass(SECOND);
        assertThat(runs).as("a jump back").hasValue(2);
        jumps.close();
        ahead.set(SECOND);
        manual.pass(SECOND.multipliedBy(2));
        assertThat(runs).as("after the end").hasValue(2);
    }

    /** Runs what it accepts at once. */
    private abstract static class Direct extends AbstractExecutorService {

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private void execute(ExecutorService threads) {
        new ReliableExecutor(threads, timer, manual.guard(), OutgoingCall.WORKER_THREAD).execute(runs::incrementAndGet);
        manual.pass(SECOND);
    }

    @Test
    void a_task_whose_thread_could_not_be_started_is_tried_again() {
        AtomicInteger failures = new AtomicInteger(2);
        execute(new Direct() {
            @Override
            public void execute(Runnable task) {
                if (failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                task.run();
            }
        });
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_task_runs_once_although_the_executor_that_ran_it_threw() {
        AtomicInteger failures = new AtomicInteger(2);
        execute(new Direct() {
            @Override
            public void execute(Runnable task) {
                task.run();
                if (failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("after the task was accepted");
                }
            }
        });
        assertThat(runs).hasValue(1);
    }
}
