package dev.elasticjob.cron;

/**
 * The instants at which an expression fires in a zone. There are two ways to carry the moments it names over to real
 * time, and they differ only where clocks are changed; {@link CronExpression} describes them for users.
 *
 * @param fixed the moments given by hours written one by one, or null when there are none
 * @param interval the moments given by hours written as {@code *}, as a range or with a step, or null
 */
record ZoneSchedule(LocalSchedule fixed, LocalSchedule interval) {

    private static final long NONE = LocalSchedule.NONE;

    /** Nothing fires before or after these, whatever the zone: they lie outside the years an expression can name. */
    private static final long EARLIEST = -40L * 86_400;

    private static final long LATEST = Dates.epochDay(CronField.YEAR.max() + 1, 2) * 86_400;

    static ZoneSchedule of(CronFields fields) {
        return new ZoneSchedule(
                fields.fixedHours() == 0 ? null : new LocalSchedule(fields, fields.fixedHours()),
                fields.intervalHours() == 0 ? null : new LocalSchedule(fields, fields.intervalHours()));
    }

    /** The first instant after {@code after}, or {@link LocalSchedule#NONE}. */
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

    /** The last instant at or before {@code atOrBefore} and after {@code after}, or {@link LocalSchedule#NONE}. */
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

    /** A fixed time fires when the clock first reaches it, so what counts is how far the clock has been already. */
    private long nextFixed(long after, WallClock clock) {
        long reading = fixed.next(clock.highestReading(after) + 1);
        return reading == NONE ? NONE : clock.firstInstantReaching(reading, after + 1);
    }

    private long latestFixed(long atOrBefore, WallClock clock) {
        long reading = fixed.previous(clock.highestReading(atOrBefore));
        return reading == NONE ? NONE : clock.firstInstantReaching(reading, NONE);
    }

    /** An interval fires whenever the clock shows a moment it names: search from one change of the clocks to the next. */
    private long nextInterval(long after, WallClock clock) {
        long from = after + 1;
        while (from <= LATEST) {
            int offset = clock.offset(from);
            long reading = interval.next(from + offset);
            long change = clock.nextChange(from);
            if (reading != NONE && reading - offset < change) {
                return reading - offset;
            }
            // Beyond REACH no earlier reading comes back, so all changes before the reading found can be passed over.
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
