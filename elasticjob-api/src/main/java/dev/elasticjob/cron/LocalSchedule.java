package dev.elasticjob.cron;

import java.util.BitSet;

/**
 * Times of an expression in local time without changes of the clocks. Times are counted in seconds since 1970-01-01T00:00:00 local time.
 * This class does not use time zones, and searching does not allocate memory.
 */
final class LocalSchedule {

    /** Result if there is no such time. */
    static final long NONE = Long.MIN_VALUE;

    private static final int SECONDS_PER_DAY = 86_400;

    private static final int SECONDS_PER_HOUR = 3_600;

    private static final int SECONDS_PER_MINUTE = 60;

    private static final int FIRST_YEAR = CronField.YEAR.min();

    private static final int MONTH_LENGTHS = DayRule.LONGEST_MONTH - DayRule.SHORTEST_MONTH + 1;

    private final long seconds;

    private final long minutes;

    private final int hours;

    private final int months;

    private final BitSet years;

    /** Selected days, for each weekday that a month can start with and each length that it can have. */
    private final int[] daysByMonthShape = new int[DayRule.DAYS_OF_WEEK * MONTH_LENGTHS];

    private final int firstTimeOfDay;

    private final int lastTimeOfDay;

    /**
     * Creates a schedule.
     *
     * @param fields the parsed expression
     * @param hours hours of the expression, or the subset of them for this schedule; at least one
     */
    LocalSchedule(CronFields fields, int hours) {
        this.seconds = fields.seconds();
        this.minutes = fields.minutes();
        this.hours = hours;
        this.months = fields.months();
        this.years = fields.years();
        for (int weekday = 0; weekday < DayRule.DAYS_OF_WEEK; weekday++) {
            for (int i = 0; i < MONTH_LENGTHS; i++) {
                daysByMonthShape[weekday * MONTH_LENGTHS + i] =
                        fields.days().daysOf(weekday + 1, DayRule.SHORTEST_MONTH + i);
            }
        }
        this.firstTimeOfDay = timeOfDay(lowest(hours), lowest(minutes), lowest(seconds));
        this.lastTimeOfDay = timeOfDay(highest(hours), highest(minutes), highest(seconds));
    }

    /** Returns the first time at or after {@code from}, or {@link #NONE}. */
    long next(long from) {
        long day = Math.floorDiv(from, SECONDS_PER_DAY);
        int timeOfDay = nextTimeOfDay((int) (from - day * SECONDS_PER_DAY));
        long found = nextDay(timeOfDay < 0 ? day + 1 : day);
        if (found == NONE) {
            return NONE;
        }
        return found * SECONDS_PER_DAY + (found == day ? timeOfDay : firstTimeOfDay);
    }

    /** Returns the last time at or before {@code from}, or {@link #NONE}. */
    long previous(long from) {
        long day = Math.floorDiv(from, SECONDS_PER_DAY);
        int timeOfDay = previousTimeOfDay((int) (from - day * SECONDS_PER_DAY));
        long found = previousDay(timeOfDay < 0 ? day - 1 : day);
        if (found == NONE) {
            return NONE;
        }
        return found * SECONDS_PER_DAY + (found == day ? timeOfDay : lastTimeOfDay);
    }

    private int nextTimeOfDay(int from) {
        int hour = from / SECONDS_PER_HOUR;
        int minute = from / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE;
        if ((hours >>> hour & 1) != 0) {
            if ((minutes >>> minute & 1) != 0) {
                long left = seconds & -1L << from % SECONDS_PER_MINUTE;
                if (left != 0) {
                    return timeOfDay(hour, minute, lowest(left));
                }
            }
            long left = minutes & -2L << minute;
            if (left != 0) {
                return timeOfDay(hour, lowest(left), lowest(seconds));
            }
        }
        int left = hours & -2 << hour;
        return left == 0 ? -1 : timeOfDay(lowest(left), lowest(minutes), lowest(seconds));
    }

    private int previousTimeOfDay(int from) {
        int hour = from / SECONDS_PER_HOUR;
        int minute = from / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE;
        if ((hours >>> hour & 1) != 0) {
            if ((minutes >>> minute & 1) != 0) {
                long left = seconds & ~(-2L << from % SECONDS_PER_MINUTE);
                if (left != 0) {
                    return timeOfDay(hour, minute, highest(left));
                }
            }
            long left = minutes & ~(-1L << minute);
            if (left != 0) {
                return timeOfDay(hour, highest(left), highest(seconds));
            }
        }
        int left = hours & ~(-1 << hour);
        return left == 0 ? -1 : timeOfDay(highest(left), highest(minutes), highest(seconds));
    }

    /** Returns the first selected day at or after an epoch day. Iterates over months, not over days. */
    private long nextDay(long from) {
        int date = Dates.packedDate(from);
        int year = years.nextSetBit(Math.max(0, Dates.year(date) - FIRST_YEAR));
        boolean sameYear = year == Dates.year(date) - FIRST_YEAR;
        while (year >= 0) {
            int left = sameYear ? months & -1 << Dates.month(date) : months;
            for (; left != 0; left &= left - 1) {
                int month = lowest(left);
                long first = Dates.epochDay(FIRST_YEAR + year, month);
                int days = daysOf(first, FIRST_YEAR + year, month);
                if (sameYear && month == Dates.month(date)) {
                    days &= -1 << Dates.day(date);
                }
                if (days != 0) {
                    return first + lowest(days) - 1;
                }
            }
            year = years.nextSetBit(year + 1);
            sameYear = false;
        }
        return NONE;
    }

    /** Returns the last selected day at or before an epoch day. */
    private long previousDay(long from) {
        int date = Dates.packedDate(from);
        if (Dates.year(date) < FIRST_YEAR) {
            return NONE;
        }
        int year = years.previousSetBit(Dates.year(date) - FIRST_YEAR);
        boolean sameYear = year == Dates.year(date) - FIRST_YEAR;
        while (year >= 0) {
            int left = sameYear ? months & ~(-2 << Dates.month(date)) : months;
            while (left != 0) {
                int month = highest(left);
                long first = Dates.epochDay(FIRST_YEAR + year, month);
                int days = daysOf(first, FIRST_YEAR + year, month);
                if (sameYear && month == Dates.month(date)) {
                    days &= (int) ~(-2L << Dates.day(date));
                }
                if (days != 0) {
                    return first + highest(days) - 1;
                }
                left ^= 1 << month;
            }
            year = years.previousSetBit(year - 1);
            sameYear = false;
        }
        return NONE;
    }

    private int daysOf(long firstDay, int year, int month) {
        return daysByMonthShape[
                Dates.weekday(firstDay) * MONTH_LENGTHS + Dates.length(year, month) - DayRule.SHORTEST_MONTH];
    }

    private static int timeOfDay(int hour, int minute, int second) {
        return hour * SECONDS_PER_HOUR + minute * SECONDS_PER_MINUTE + second;
    }

    private static int lowest(int bits) {
        return Integer.numberOfTrailingZeros(bits);
    }

    private static int lowest(long bits) {
        return Long.numberOfTrailingZeros(bits);
    }

    private static int highest(int bits) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(bits);
    }

    private static int highest(long bits) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }
}
