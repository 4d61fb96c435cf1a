package dev.elasticjob.cron;

import java.util.BitSet;

/** Parses the two day fields, which have additional forms. */
final class DayFieldReader {

    private static final int FURTHEST_FROM_LAST = 30;

    private static final int MOST_WEEKDAYS_IN_A_MONTH = 5;

    private DayFieldReader() {}

    static DayRule daysOfMonth(FieldCursor cursor) {
        BitSet days = new BitSet();
        int fromLast = 0;
        int nearestWeekday = 0;
        int nearestWeekdayFromLast = 0;
        int start;
        do {
            start = cursor.position();
            if (cursor.take('L')) {
                int offset = 1 << offsetFromLast(cursor);
                if (cursor.take('W')) {
                    nearestWeekdayFromLast |= offset;
                } else {
                    fromLast |= offset;
                }
            } else {
                int nearest = nearestWeekday(cursor);
                if (nearest > 0) {
                    nearestWeekday |= 1 << nearest;
                } else {
                    days.or(ItemReader.readItem(cursor));
                }
            }
        } while (cursor.nextItem(start));
        return new DayRule.DaysOfMonth(mask(days), fromLast, nearestWeekday, nearestWeekdayFromLast);
    }

    private static int offsetFromLast(FieldCursor cursor) {
        int minus = cursor.position();
        if (!cursor.take('-')) {
            return 0;
        }
        if (!cursor.atDigit()) {
            throw cursor.fail(minus, minus + 1, "must be followed by a number of days");
        }
        int start = cursor.position();
        int offset = cursor.number();
        if (offset > FURTHEST_FROM_LAST) {
            throw cursor.fail(start, cursor.position(), "is too far before the last day; L-0 to L-30 are possible");
        }
        return offset;
    }

    /** Parses the day before a {@code W}; returns 0 and leaves the cursor unchanged if there is none. */
    private static int nearestWeekday(FieldCursor cursor) {
        int start = cursor.position();
        if (cursor.atDigit()) {
            int day = cursor.value();
            if (cursor.take('W')) {
                return day;
            }
            cursor.moveTo(start);
        }
        return 0;
    }

    static DayRule daysOfWeek(FieldCursor cursor) {
        BitSet weekdays = new BitSet();
        DayRule alone = null;
        int items = 0;
        int aloneStart = cursor.position();
        int aloneEnd = aloneStart;
        int start;
        do {
            start = cursor.position();
            items++;
            DayRule special = dayOfWeekInMonth(cursor);
            if (special == null) {
                weekdays.or(ItemReader.readItem(cursor));
            } else {
                alone = special;
                aloneStart = start;
                aloneEnd = cursor.position();
            }
        } while (cursor.nextItem(start));
        if (alone == null) {
            return new DayRule.DaysOfWeek(mask(weekdays));
        }
        if (items > 1) {
            throw cursor.fail(aloneStart, aloneEnd, "cannot be part of a list: with L or # the field names one day");
        }
        return alone;
    }

    /** Parses {@code L}, {@code 6L} or {@code 6#3}; returns null and leaves the cursor unchanged if there is none. */
    private static DayRule dayOfWeekInMonth(FieldCursor cursor) {
        int start = cursor.position();
        if (cursor.take('L')) {
            return new DayRule.DaysOfWeek(1 << DayRule.SATURDAY);
        }
        if (cursor.atDigit() || cursor.atLetter()) {
            int weekday = cursor.value();
            if (cursor.take('L')) {
                return new DayRule.LastDayOfWeek(weekday);
            }
            int hash = cursor.position();
            if (cursor.take('#')) {
                return new DayRule.NthDayOfWeek(weekday, nth(cursor, hash));
            }
            cursor.moveTo(start);
        }
        return null;
    }

    private static int nth(FieldCursor cursor, int hash) {
        int start = cursor.position();
        int nth = cursor.atDigit() ? cursor.number() : 0;
        if (nth < 1 || nth > MOST_WEEKDAYS_IN_A_MONTH) {
            throw cursor.fail(hash, Math.max(start, cursor.position()), "names no day of a month; write #1 to #5");
        }
        return nth;
    }

    private static int mask(BitSet values) {
        return values.isEmpty() ? 0 : (int) values.toLongArray()[0];
    }
}
