package dev.elasticjob.error.notify;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Stands still until a test moves it; whoever waits for the new time is woken. */
final class SettableClock implements NotifierClock {

    static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

    /** Near the overflow, where comparing times instead of their difference goes wrong. */
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

    /** Registered before the time is looked at: a move in between either is seen or wakes. */
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
