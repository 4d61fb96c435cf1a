package dev.elasticjob.cron;

/**
 * Fire times of an expression in a time zone. There are two ways to convert local times to instants, which differ only around changes of
 * the clocks; {@link CronExpression} describes them for users.
 *
 * @param fixed times with hours written one by one; null if there are none
 * @param interval times with hours written as {@code *}, as a range or with a step; null if there are none
 */
record ZoneSchedule(LocalSchedule fixed, LocalSchedule interval) {

    private static final long NONE = LocalSchedule.NONE;

    /** Limits of fire times in all time zones: outside of them are only years that an expression cannot contain. */
    private static final long EARLIEST = -40L * 86_400;

    private static final long LATEST = Dates.epochDay(CronField.YEAR.max() + 1, 2) * 86_400;

    static ZoneSchedule of(CronFields fields) {
        return new ZoneSchedule(
                fields.fixedHours() == 0 ? null : new LocalSchedule(fields, fields.fixedHours()),
                fields.intervalHours() == 0 ? null : new LocalSchedule(fields, fields.intervalHours()));
    }

    /** Returns the first fire time after {@code after}, or {@link LocalSchedule#NONE}. */
    long next(long after, WallClock clock) {
        if (after >= LATEST) {
            return NONE;
        }
        long start = Math.max(after, EARLIEST);
        long byFixed = fixed == null ? NONE : nextFixed(start, clock);
        long byInterval = interval == null ? NONE : nextInterval(start, clock);
        if (byFixed == NONE || byInterval == NONE) {
            return byFixed == NONE ? byInterval : byFixed;
        }
        return Math.min(byFixed, byInterval);
    }

    /** Returns the last fire time at or before {@code atOrBefore} and after {@code after}, or {@link LocalSchedule#NONE}. */
    long latest(long atOrBefore, long after, WallClock clock) {
        long end = Math.min(atOrBefore, LATEST);
        long start = Math.max(after, EARLIEST);
        if (end <= start) {
            return NONE;
        }
        long byFixed = fixed == null ? NONE : latestFixed(end, clock);
        long byInterval = interval == null ? NONE : latestInterval(end, start, clock);
        long found = Math.max(byFixed, byInterval);
        return found > start ? found : NONE;
    }

    /**
     * Returns the next fixed time. A fixed time fires when the clock first reaches it, so the search starts at the highest reading so
     * far.
     */
    private long nextFixed(long after, WallClock clock) {
        long reading = fixed.next(clock.highestReading(after) + 1);
        return reading == NONE ? NONE : clock.firstInstantReaching(reading, after + 1);
    }

    private long latestFixed(long atOrBefore, WallClock clock) {
        long reading = fixed.previous(clock.highestReading(atOrBefore));
        return reading == NONE ? NONE : clock.firstInstantReaching(reading, NONE);
    }

    /**
     * Returns the next time of an interval. An interval fires whenever the clock shows one of its times, so the search proceeds from one
     * change of the clocks to the next.
     */
    private long nextInterval(long after, WallClock clock) {
        long from = after + 1;
        while (from <= LATEST) {
            int offset = clock.offset(from);
            long reading = interval.next(from + offset);
            long change = clock.nextChange(from);
            if (reading != NONE && reading - offset < change) {
                return reading - offset;
            }
            // Beyond REACH no earlier reading is repeated, so all changes before the reading that was found can be
            // skipped.
            boolean nothingComesBack = change > from + WallClock.REACH;
            if (nothingComesBack && reading == NONE) {
                return NONE;
            }
            from = nothingComesBack ? Math.max(change, reading - WallClock.REACH) : change;
        }
        return NONE;
    }

    private long latestInterval(long atOrBefore, long after, WallClock clock) {
        long from = atOrBefore;
        while (from > after) {
            int offset = clock.offset(from);
            long reading = interval.previous(from + offset);
            long change = clock.lastChange(from);
            if (reading != NONE && reading - offset >= change) {
                return reading - offset;
            }
            boolean nothingComesBack = change < from - WallClock.REACH;
            if (nothingComesBack && reading == NONE) {
                return NONE;
            }
            from = nothingComesBack ? Math.min(change - 1, reading + WallClock.REACH) : change - 1;
        }
        return NONE;
    }
}
