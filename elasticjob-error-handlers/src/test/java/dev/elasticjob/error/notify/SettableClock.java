package dev.elasticjob.error.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Clock that changes only when a test sets it; setting it wakes waiting threads. */
final class SettableClock implements NotifierClock {

    static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

    /** Starts close to the overflow, where comparing times instead of their difference fails. */
    private static final long START_NANOS = Long.MAX_VALUE - 1000;

    private final AtomicLong elapsed = new AtomicLong();
    private final Set<Object> monitors = ConcurrentHashMap.newKeySet();

    @Override
    public Instant now() {
        return START.plusNanos(elapsed.get());
    }

    @Override
    public long nanos() {
        return START_NANOS + elapsed.get();
    }

    /** Registers before reading the time, so that a concurrent change is either read or wakes this thread. */
    @Override
    public void awaitUntil(Object monitor, long nanos) throws InterruptedException {
        monitors.add(monitor);
        if (nanos - nanos() > 0) {
            monitor.wait();
        }
    }

    void advance(Duration time) {
        elapsed.addAndGet(time.toNanos());
        for (Object each : monitors) {
            synchronized (each) {
                each.notifyAll();
            }
        }
    }
}
