package dev.elasticjob.registry.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Detects sessions without an owner: their counter did not change during their timeout, measured in the monotonic time of this process.
 * Clocks are never compared.
 *
 * <p>An observation starts when the reply arrives that contains a new counter value. If observations were interrupted, because the
 * database was down or this process was paused, all of them start again, because the owners may have been unable to send heartbeats as
 * well.
 */
final class Reaper {

    /** Number of the oldest sessions that observe frequently. */
    static final int FREQUENT = 3;

    private record Sighting(long beat, long since) {}

    private final LongSupplier nanoTime;
    private final Map<Long, Sighting> sightings = new HashMap<>();
    private long lastObservation;
    private Duration period = Duration.ZERO;

    Reaper(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Removes all observations. */
    void reset() {
        sightings.clear();
    }

    /**
     * Records the current sessions and returns the sessions to end.
     *
     * @param sessions all sessions, the oldest first
     * @param isOwn returns whether a session belongs to this process
     */
    List<SessionRow> observe(List<SessionRow> sessions, java.util.function.LongPredicate isOwn) {
        long now = nanoTime.getAsLong();
        if (now - lastObservation > 2 * period.toNanos() + Duration.ofSeconds(1).toNanos()) {
            reset();
        }
        lastObservation = now;
        List<SessionRow> expired = new ArrayList<>();
        Map<Long, Sighting> seen = new HashMap<>();
        long shortest = Long.MAX_VALUE;
        int rank = Integer.MAX_VALUE;
        for (int i = 0; i < sessions.size(); i++) {
            SessionRow row = sessions.get(i);
            shortest = Math.min(shortest, row.timeoutMillis());
            if (isOwn.test(row.id())) {
                rank = Math.min(rank, i);
                continue;
            }
            Sighting known = sightings.get(row.id());
            Sighting current = known != null && known.beat == row.beat() ? known : new Sighting(row.beat(), now);
            seen.put(row.id(), current);
            if (now - current.since > Duration.ofMillis(row.timeoutMillis()).toNanos()) {
                expired.add(row);
            }
        }
        sightings.clear();
        sightings.putAll(seen);
        Duration timeout = Duration.ofMillis(sessions.isEmpty() ? 1_000 : shortest);
        period = rank < FREQUENT ? timeout.dividedBy(6) : timeout;
        return expired;
    }

    /** Returns the time until the next observation. */
    Duration period() {
        return period;
    }
}
