package dev.elasticjob.scheduler;

import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Notices that the time of day was changed, so that nobody waits by the old one. */
final class ClockJumps implements AutoCloseable {

    private static final long PERIOD_MS = 1_000;
    private static final long JUMP_MS = 500;

    private final Clock clock;
    private final Runnable then;
    private final ScheduledFuture<?> task;
    private long lastWall;
    private long lastNanos;

    ClockJumps(Clock clock, ScheduledExecutorService timer, Runnable then) {
        this.clock = clock;
        this.then = then;
        lastWall = clock.millis();
        lastNanos = System.nanoTime();
        task = timer.scheduleWithFixedDelay(this::check, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
    }

    private void check() {
        long wall = clock.millis();
        long nanos = System.nanoTime();
        long difference = wall - lastWall - (nanos - lastNanos) / 1_000_000;
        lastWall = wall;
        lastNanos = nanos;
        if (Math.abs(difference) > JUMP_MS) {
            then.run();
        }
    }

    @Override
    public void close() {
        task.cancel(false);
    }
}
