package com.dangdang.ddframe.job.util.concurrent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Pauses of the calling thread. */
public final class BlockUtils {

    private static final long SHORT_TIME = 100;

    private BlockUtils() {}

    public static void waitingShortTime() {
        sleep(SHORT_TIME);
    }

    /** Sleeps. Returns early if the thread is interrupted, with its interrupt status set. */
    public static void sleep(long millis) {
        try {
            new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
