package dev.elasticjob.scheduler;

import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Detects changes of the time of day, so that jobs compute again how long to wait. */
final class ClockJumps implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final long JUMP_MS = 500;

    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Runnable then;
    private final ReliableTimer.Timeout task;
    private long lastWall;
    private long lastNanos;

    ClockJumps(Clock clock, LongSupplier nanoTime, ReliableTimer timer, Runnable then) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.then = then;
        lastWall = clock.millis();
        lastNanos = nanoTime.getAsLong();
        task = timer.scheduleRepeatedly(
                () -> {
                    timer.retryRejected();
                    check();
                },
                PERIOD);
    }

    private void check() {
        long wall = clock.millis();
        long nanos = nanoTime.getAsLong();
        long difference = wall - lastWall - (nanos - lastNanos) / 1_000_000;
        lastWall = wall;
        lastNanos = nanos;
        if (Math.abs(difference) > JUMP_MS) {
            then.run();
        }
    }

    @Override
    public void close() {
        task.cancel();
    }
}
