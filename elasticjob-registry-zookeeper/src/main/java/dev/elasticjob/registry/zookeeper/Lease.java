package dev.elasticjob.registry.zookeeper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How long a session lives at least if the servers hear nothing more. It counts from the sending of the last request that was
 * answered: the servers heard of us then or later. The answer's arrival would be too late a moment to count from.
 */
final class Lease {

    private final LongSupplier nanoTime;
    private final AtomicLong heardFromAt;
    private volatile long timeoutNanos;
    private volatile boolean over;

    Lease(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.heardFromAt = new AtomicLong(nanoTime.getAsLong());
    }

    long now() {
        return nanoTime.getAsLong();
    }

    void granted(Duration timeout) {
        timeoutNanos = timeout.toNanos();
    }

    void answered(long sentAt) {
        heardFromAt.accumulateAndGet(sentAt, (last, next) -> next - last > 0 ? next : last);
    }

    void end() {
        over = true;
    }

    Duration timeout() {
        return Duration.ofNanos(timeoutNanos);
    }

    Duration left() {
        long left = over ? 0 : timeoutNanos - (nanoTime.getAsLong() - heardFromAt.get());
        return Duration.ofNanos(Math.max(0, left));
    }
}
