package dev.elasticjob.error.notify;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Time as a notifier sees it. */
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

    /** For people to read. It may jump, so it measures nothing. */
    Instant now();

    /** Measures durations, as {@link System#nanoTime} does. */
    long nanos();

    /** Waits on a monitor that the caller holds, at most until {@link #nanos} is what is given. */
    void awaitUntil(Object monitor, long nanos) throws InterruptedException;
}
