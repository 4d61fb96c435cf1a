package dev.elasticjob.cron;

/**
 * Gregorian calendar on primitive values. {@link java.time.LocalDate} provides the same, but creates an object for each date that the
 * search examines.
 */
final class Dates {

    private static final int DAYS_PER_ERA = 146_097;

    private static final int YEARS_PER_ERA = 400;

    /** Number of days from 0000-03-01, the start of years that begin in March, to 1970-01-01. */
    private static final int DAYS_BEFORE_EPOCH = 719_468;

    /** 1970-01-01 was a Thursday. */
    private static final int WEEKDAY_OF_EPOCH = 4;

    private Dates() {}

    /** Returns the year, month and day of an epoch day packed into one number; the methods below extract them. */
    static int packedDate(long epochDay) {
        // Years that start in March have their leap day at the end, where it does not affect other months.
        long shifted = epochDay + DAYS_BEFORE_EPOCH;
        long era = Math.floorDiv(shifted, DAYS_PER_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        int year = (int) (yearOfEra + era * YEARS_PER_ERA) + (month <= 2 ? 1 : 0);
        return year << 9 | month << 5 | day;
    }

    static int year(int packedDate) {
        return packedDate >> 9;
    }

    static int month(int packedDate) {
        return packedDate >> 5 & 15;
    }

    static int day(int packedDate) {
        return packedDate & 31;
    }

    /** Returns the epoch day of the first day of a month. */
    static long epochDay(int year, int month) {
        int marchYear = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(marchYear, YEARS_PER_ERA);
        int yearOfEra = marchYear - era * YEARS_PER_ERA;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return (long) era * DAYS_PER_ERA + dayOfEra - DAYS_BEFORE_EPOCH;
    }

    /** Returns the day of the week, from 0 (Sunday) to 6 (Saturday). */
    static int weekday(long epochDay) {
        return (int) Math.floorMod(epochDay + WEEKDAY_OF_EPOCH, (long) DayRule.DAYS_OF_WEEK);
    }

    static int length(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }
}
