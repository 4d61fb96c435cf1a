package dev.elasticjob.cron;

/**
 * Rule for the selected days of a month. A rule depends only on the length of the month and the weekday of its first day, so it has only
 * 28 different results, which can be computed in advance.
 */
sealed interface DayRule {

    int LONGEST_MONTH = 31;

    int SHORTEST_MONTH = 28;

    int DAYS_OF_WEEK = 7;

    int SATURDAY = 7;

    int SUNDAY = 1;

    /**
     * Returns the selected days of a month; bit n stands for the n-th day.
     *
     * @param firstWeekday weekday of the first day, 1 (Sunday) to 7 (Saturday)
     * @param length number of days in the month
     */
    int daysOf(int firstWeekday, int length);

    /** Returns whether the rule selects every day of every month. */
    default boolean isEveryDay() {
        for (int weekday = SUNDAY; weekday <= SATURDAY; weekday++) {
            for (int length = SHORTEST_MONTH; length <= LONGEST_MONTH; length++) {
                if (daysOf(weekday, length) != upTo(length)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int upTo(int day) {
        return (int) ((2L << day) - 2);
    }

    private static int weekdayOf(int day, int firstWeekday) {
        return (firstWeekday + day - 2) % DAYS_OF_WEEK + 1;
    }

    /**
     * Rule of the day-of-month field.
     *
     * @param days plain days, bits 1 to 31
     * @param fromLast {@code L-n} as bit n, {@code L} as bit 0
     * @param nearestWeekday {@code nW} as bit n
     * @param nearestWeekdayFromLast {@code L-nW} as bit n, {@code LW} as bit 0
     */
    record DaysOfMonth(int days, int fromLast, int nearestWeekday, int nearestWeekdayFromLast) implements DayRule {

        @Override
        public int daysOf(int firstWeekday, int length) {
            int result = days & upTo(length);
            for (int n = 0; n < length; n++) {
                if ((fromLast >>> n & 1) != 0) {
                    result |= 1 << length - n;
                }
                if ((nearestWeekdayFromLast >>> n & 1) != 0) {
                    result |= 1 << nearestWeekday(length - n, firstWeekday, length);
                }
                if ((nearestWeekday >>> n + 1 & 1) != 0) {
                    result |= 1 << nearestWeekday(n + 1, firstWeekday, length);
                }
            }
            return result;
        }

        /** Returns the nearest day from Monday to Friday within the same month. */
        private static int nearestWeekday(int day, int firstWeekday, int length) {
            return switch (weekdayOf(day, firstWeekday)) {
                case SATURDAY -> day > 1 ? day - 1 : day + 2;
                case SUNDAY -> day < length ? day + 1 : day - 2;
                default -> day;
            };
        }
    }

    /**
     * Rule of the day-of-week field with a set of weekdays.
     *
     * @param weekdays bits 1 (Sunday) to 7 (Saturday)
     */
    record DaysOfWeek(int weekdays) implements DayRule {

        @Override
        public int daysOf(int firstWeekday, int length) {
            int result = 0;
            for (int day = 1; day <= length; day++) {
                if ((weekdays >>> weekdayOf(day, firstWeekday) & 1) != 0) {
                    result |= 1 << day;
                }
            }
            return result;
        }
    }

    /** Rule such as {@code 6L}: the last Friday of the month. */
    record LastDayOfWeek(int weekday) implements DayRule {

        @Override
        public int daysOf(int firstWeekday, int length) {
            return Integer.highestOneBit(new DaysOfWeek(1 << weekday).daysOf(firstWeekday, length));
        }
    }

    /** Rule such as {@code 6#3}: the third Friday of the month; no day if the month has fewer. */
    record NthDayOfWeek(int weekday, int nth) implements DayRule {

        @Override
        public int daysOf(int firstWeekday, int length) {
            int first = Math.floorMod(weekday - firstWeekday, DAYS_OF_WEEK) + 1;
            int day = first + (nth - 1) * DAYS_OF_WEEK;
            return day <= length ? 1 << day : 0;
        }
    }
}
