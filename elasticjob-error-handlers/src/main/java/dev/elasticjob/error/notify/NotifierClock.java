package dev.elasticjob.error.notify;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Clock of a notifier. */
interface NotifierClock {

    NotifierClock SYSTEM = new NotifierClock() {
        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void awaitUntil(Object monitor, long nanos) throws InterruptedException {
            TimeUnit.NANOSECONDS.timedWait(monitor, nanos - System.nanoTime());
        }
    };

    /** Returns the wall-clock time for display. It may jump, so it is not used to measure durations. */
    Instant now();

    /** Returns monotonic time for measuring durations, as {@link System#nanoTime} does. */
    long nanos();

    /** Waits on a monitor that the caller holds, at most until {@link #nanos} reaches the given value. */
    void awaitUntil(Object monitor, long nanos) throws InterruptedException;
}
