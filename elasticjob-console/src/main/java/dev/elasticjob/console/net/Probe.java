package dev.elasticjob.console.net;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;

/** The last known reachability of one system. At most one probe is in flight. */
public final class Probe {

    /** Minimum interval between probes: many streams request the same probe at the same time. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(3).toNanos();

    private final BoundedCalls calls;
    private final InstantSource clock;
    private final AtomicBoolean isInFlight = new AtomicBoolean();
    private volatile long startedAt;
    private volatile Reachability last = Reachability.unknown();

    public Probe(BoundedCalls calls, InstantSource clock) {
        this.calls = calls;
        this.clock = clock;
    }

    public Reachability last() {
        return last;
    }

    public void reset() {
        last = Reachability.unknown();
    }

    public void succeeded() {
        last = Reachability.reachable(clock.instant());
    }

    public void failed(String why) {
        last = last.lost(why);
    }

    /**
     * Starts a probe and returns. Does nothing if a probe is in flight or was started a moment ago.
     *
     * @param roundTrip throws if the system does not respond before the deadline
     * @param onChange called if the state differs from the previous one
     */
    public void start(Runnable roundTrip, Runnable onChange) {
        boolean isRecent = last.state() != Reachability.State.UNKNOWN && System.nanoTime() - startedAt < PAUSE_NANOS;
        if (isRecent || !isInFlight.compareAndSet(false, true)) {
            return;
        }
        startedAt = System.nanoTime();
        calls.execute(() -> {
            Reachability.State before = last.state();
            try {
                roundTrip.run();
                succeeded();
            } catch (RuntimeException failed) {
                failed(failed.getMessage());
            } finally {
                isInFlight.set(false);
            }
            if (before != last.state()) {
                onChange.run();
            }
        });
    }
}
