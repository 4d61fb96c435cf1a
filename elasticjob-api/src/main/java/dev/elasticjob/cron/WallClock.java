package dev.elasticjob.cron;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Local time of a time zone in whole seconds. "Instants" are seconds since the epoch; "readings" are the local time that clocks show at
 * an instant, counted in the same way. Between two changes of the clocks, readings differ from instants by a constant.
 */
final class WallClock {

    /** Maximum offset from UTC, and so the maximum distance between a reading and its instant. */
    static final long FURTHEST_OFFSET = 18L * 3_600;

    /** Distance beyond which the later of two instants always has the later reading, regardless of changes of the clocks. */
    static final long REACH = 2 * FURTHEST_OFFSET;

    static final long NEVER_AGAIN = Long.MAX_VALUE;

    static final long NEVER_BEFORE = Long.MIN_VALUE;

    private final ZoneRules rules;

    private final boolean neverChanged;

    WallClock(ZoneId zone) {
        this.rules = zone.getRules();
        this.neverChanged = rules.isFixedOffset();
    }

    int offset(long instant) {
        return rules.getOffset(Instant.ofEpochSecond(instant)).getTotalSeconds();
    }

    /** Returns the first change of the clocks after an instant, or {@link #NEVER_AGAIN}. */
    long nextChange(long instant) {
        if (neverChanged) {
            return NEVER_AGAIN;
        }
        ZoneOffsetTransition change = rules.nextTransition(Instant.ofEpochSecond(instant));
        return change == null ? NEVER_AGAIN : change.toEpochSecond();
    }

    /** Returns the last change of the clocks at or before an instant, or {@link #NEVER_BEFORE}. */
    long lastChange(long instant) {
        ZoneOffsetTransition change = change(instant);
        return change == null ? NEVER_BEFORE : change.toEpochSecond();
    }

    private ZoneOffsetTransition change(long atOrBefore) {
        return neverChanged ? null : rules.previousTransition(Instant.ofEpochSecond(atOrBefore + 1));
    }

    /** Returns the highest reading up to an instant, which is later than the current reading while an hour is repeated. */
    long highestReading(long instant) {
        long highest = instant + offset(instant);
        ZoneOffsetTransition change = change(instant);
        while (change != null && change.toEpochSecond() > instant - REACH) {
            long lastBefore = change.toEpochSecond() - 1;
            highest = Math.max(highest, lastBefore + change.getOffsetBefore().getTotalSeconds());
            change = change(lastBefore);
        }
        return highest;
    }

    /**
     * Returns the first instant at which the clock shows a reading or a later one: in a repeated hour its first pass, and for skipped
     * readings the first moment after them.
     *
     * @param reading local time to reach
     * @param notBefore an instant that is not after the result
     */
    long firstInstantReaching(long reading, long notBefore) {
        long from = Math.max(notBefore, reading - FURTHEST_OFFSET);
        while (true) {
            long reached = Math.max(from, reading - offset(from));
            long change = nextChange(from);
            if (reached < change) {
                return reached;
            }
            from = change;
        }
    }
}
