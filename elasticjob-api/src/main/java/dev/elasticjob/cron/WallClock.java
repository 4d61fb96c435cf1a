package dev.elasticjob.cron;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * What clocks in a zone show, in whole seconds: "instants" are seconds since the epoch, "readings" are what the clock on
 * the wall shows then, counted in the same way. Between two changes of the clocks a reading is an instant plus a constant.
 */
final class WallClock {

    /** No clock is set further from UTC than this, so no reading is further than this from its instant. */
    static final long FURTHEST_OFFSET = 18L * 3_600;

    /** However clocks are changed, of two instants further apart than this the later one has the later reading. */
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

    /** When clocks are changed the first time after an instant, or {@link #NEVER_AGAIN}. */
    long nextChange(long instant) {
        if (neverChanged) {
            return NEVER_AGAIN;
        }
        ZoneOffsetTransition change = rules.nextTransition(Instant.ofEpochSecond(instant));
        return change == null ? NEVER_AGAIN : change.toEpochSecond();
    }

    /** When clocks were changed the last time, at or before an instant, or {@link #NEVER_BEFORE}. */
    long lastChange(long instant) {
        ZoneOffsetTransition change = change(instant);
        return change == null ? NEVER_BEFORE : change.toEpochSecond();
    }

    private ZoneOffsetTransition change(long atOrBefore) {
        return neverChanged ? null : rules.previousTransition(Instant.ofEpochSecond(atOrBefore + 1));
    }

    /** The highest reading there has been up to an instant: later than the present one while an hour is repeated. */
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
     * The first instant at which the clock has shown a reading or a later one: where an hour is repeated its first pass,
     * and for readings that are left out the first moment after them.
     *
     * @param notBefore an instant known not to be after the result
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
