package dev.elasticjob.registry.support;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The time for which a session is certain to live if the registry receives nothing more from it. It counts from the sending of the
 * last request that was answered: the registry received that request then or later. The arrival of the answer would be too late.
 */
public final class Lease {

    private final LongSupplier nanoTime;
    private final AtomicLong renewedAt;
    private volatile long timeoutNanos;
    private volatile boolean over;

    /** @param nanoTime monotonic time in nanoseconds */
    public Lease(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.renewedAt = new AtomicLong(nanoTime.getAsLong());
    }

    /** Returns the monotonic time, to be remembered when a request is sent. */
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
     * @param sentAt when the request that was answered had been sent, as {@link #now()} returned it
     */
    public void answered(long sentAt) {
        renewedAt.accumulateAndGet(sentAt, (last, next) -> next - last > 0 ? next : last);
    }

    /** Ends the lease for good. */
    public void end() {
        over = true;
    }

    public Duration timeout() {
        return Duration.ofNanos(timeoutNanos);
    }

    /** Returns what is left of it, never less than zero. */
    public Duration left() {
        long left = over ? 0 : timeoutNanos - (nanoTime.getAsLong() - renewedAt.get());
        return Duration.ofNanos(Math.max(0, left));
    }
}
