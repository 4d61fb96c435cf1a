package dev.elasticjob.registry.support;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Time for which a session is certain to exist if the registry receives nothing more from it. It starts when the last answered request
 * was sent, because the registry received that request then or later. Counting from the arrival of the response would be too late.
 */
public final class Lease {

    private final LongSupplier nanoTime;
    private final AtomicLong renewedAt;
    private volatile long timeoutNanos;
    private volatile boolean over;

    /**
     * Creates a lease without a timeout.
     *
     * @param nanoTime monotonic time in nanoseconds
     */
    public Lease(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.renewedAt = new AtomicLong(nanoTime.getAsLong());
    }

    /** Returns the monotonic time, which the caller records when it sends a request. */
    public long now() {
        return nanoTime.getAsLong();
    }

    /** Sets the timeout that the registry granted. */
    public void granted(Duration timeout) {
        timeoutNanos = timeout.toNanos();
    }

    /**
     * Renews the lease.
     *
     * @param sentAt value of {@link #now()} when the answered request was sent
     */
    public void answered(long sentAt) {
        renewedAt.accumulateAndGet(sentAt, (last, next) -> next - last > 0 ? next : last);
    }

    /** Ends the lease permanently. */
    public void end() {
        over = true;
    }

    public Duration timeout() {
        return Duration.ofNanos(timeoutNanos);
    }

    /** Returns the remaining time, never less than zero. */
    public Duration left() {
        long left = over ? 0 : timeoutNanos - (nanoTime.getAsLong() - renewedAt.get());
        return Duration.ofNanos(Math.max(0, left));
    }
}
