package dev.elasticjob.chaos.cluster;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting, for a fixed time or for a condition. */
public final class Pause {

    private static final Duration STEP = Duration.ofMillis(20);

    private Pause() {}

    /** @throws CancellationException when interrupted */
    public static void of(Duration time) {
        try {
            new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /** Waits for the condition and returns whether it became true within the limit. */
    public static boolean until(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() >= end) {
                return false;
            }
            of(STEP);
        }
        return true;
    }
}
