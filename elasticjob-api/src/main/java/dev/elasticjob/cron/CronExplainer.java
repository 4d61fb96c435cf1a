package dev.elasticjob.cron;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Explains an expression in English. Expressions with the same meaning have the same explanation: 0,30 and 0/30, for example. */
final class CronExplainer {

    private static final int SIXTY = 60;

    private static final int HOURS_PER_DAY = 24;

    private static final long EVERY_OF_SIXTY = (1L << SIXTY) - 1;

    private static final int EVERY_HOUR = (1 << HOURS_PER_DAY) - 1;

    private static final int EVERY_MONTH = 0b1_1111_1111_1110;

    /** The set that contains only 0: "at second 0" is omitted. */
    private static final long ONLY_ZERO = 1;

    private static final int LONGEST_LIST_OF_TIMES = 6;

    private static final String[] NTH = {"first", "second", "third", "fourth", "fifth"};

    private final CronFields fields;

    private final long seconds;

    private final long minutes;

    private final int hours;

    private final List<Integer> hourList;

    CronExplainer(CronFields fields) {
        this.fields = fields;
        this.seconds = fields.seconds();
        this.minutes = fields.minutes();
        this.hours = fields.hours();
        this.hourList = Wording.list(hours);
    }

    String explain() {
        String time = time();
        boolean everyDay = fields.days().isEveryDay();
        String years = years();
        if (everyDay && isAroundTheClock()) {
            return time + (fields.months() == EVERY_MONTH ? "" : " in " + months()) + years;
        }
        return time + (time.startsWith("every") ? ", " : " ") + (everyDay ? everyDay() : days()) + years;
    }

    private boolean isAroundTheClock() {
        return hours == EVERY_HOUR || isSingle(seconds) && isSingle(minutes) && hourCycle() > 0;
    }

    private String time() {
        if (isSingle(seconds) && isSingle(minutes)) {
            return oneTimeAnHour();
        }
        int times = Long.bitCount(minutes) * Integer.bitCount(hours);
        if (isSingle(seconds) && times <= LONGEST_LIST_OF_TIMES) {
            return "at " + Wording.join(timesOfDay());
        }
        String frequency = frequency();
        if (frequency != null) {
            return hours == EVERY_HOUR ? frequency : frequency + " during " + Wording.units(hours, "hour");
        }
        String ofHours = " of " + (hours == EVERY_HOUR ? "every hour" : Wording.units(hours, "hour"));
        String ofMinutes = minutes == EVERY_OF_SIXTY ? "every minute" : Wording.units(minutes, "minute");
        int secondCycle = Wording.cycle(seconds, SIXTY);
        if (secondCycle > 0) {
            return every(secondCycle, "second") + from(seconds, "second") + " during " + ofMinutes + ofHours;
        }
        if (seconds == ONLY_ZERO) {
            return "at " + ofMinutes + ofHours;
        }
        return "at " + Wording.units(seconds, "second") + " of " + ofMinutes + ofHours;
    }

    /** Returns a text such as "every 5 minutes", or null if the minutes and seconds are not that regular. */
    private String frequency() {
        int minuteCycle = Wording.cycle(minutes, SIXTY);
        if (minuteCycle == 0) {
            return null;
        }
        if (isSingle(seconds)) {
            String start = from(minutes, "minute");
            return every(minuteCycle, "minute")
                    + (start.isEmpty() ? "" : start + " of the hour")
                    + (seconds == ONLY_ZERO ? "" : " at " + Wording.units(seconds, "second"));
        }
        int secondCycle = Wording.cycle(seconds, SIXTY);
        if (secondCycle == 0 || minuteCycle != 1) {
            return null;
        }
        String start = from(seconds, "second");
        return every(secondCycle, "second") + (start.isEmpty() ? "" : start + " of the minute");
    }

    private String oneTimeAnHour() {
        int minute = Long.numberOfTrailingZeros(minutes);
        int second = Long.numberOfTrailingZeros(seconds);
        if (hours == EVERY_HOUR) {
            return "every hour"
                    + (minute == 0 && second == 0 ? "" : " at minute " + minute)
                    + (second == 0 ? "" : " and second " + second);
        }
        List<String> times = timesOfDay();
        if (hourCycle() > 0) {
            return every(hourCycle(), "hour") + (times.get(0).equals("00:00") ? "" : " from " + times.get(0));
        }
        if (times.size() > 2 && Wording.distance(hourList) == 1) {
            return "every hour from " + times.get(0) + " through " + times.get(times.size() - 1);
        }
        return "at " + Wording.join(times);
    }

    /** Returns the regular distance of the hours. Hours that are listed one by one count as times of the day, even if they are regular. */
    private int hourCycle() {
        return fields.fixedHours() == 0 ? Wording.cycle(hours, HOURS_PER_DAY) : 0;
    }

    private List<String> timesOfDay() {
        int second = Long.numberOfTrailingZeros(seconds);
        String end = second == 0 ? "" : String.format(Locale.ROOT, ":%02d", second);
        List<String> times = new ArrayList<>();
        for (int hour : hourList) {
            for (int minute : Wording.list(minutes)) {
                times.add(String.format(Locale.ROOT, "%02d:%02d", hour, minute) + end);
            }
        }
        return times;
    }

    private static String every(int distance, String unit) {
        return distance == 1 ? "every " + unit : "every " + distance + " " + unit + "s";
    }

    private static String from(long values, String unit) {
        int first = Long.numberOfTrailingZeros(values);
        return first == 0 ? "" : " from " + unit + " " + first;
    }

    private String everyDay() {
        return "every day" + inMonths();
    }

    private String days() {
        String ofMonths = " of " + (fields.months() == EVERY_MONTH ? "every month" : months());
        DayRule rule = fields.days();
        if (rule instanceof DayRule.DaysOfWeek days) {
            return "every " + weekdays(days.weekdays()) + inMonths();
        }
        if (rule instanceof DayRule.LastDayOfWeek last) {
            return "on the last " + weekday(last.weekday()) + ofMonths;
        }
        if (rule instanceof DayRule.NthDayOfWeek nth) {
            return "on the " + NTH[nth.nth() - 1] + " " + weekday(nth.weekday()) + ofMonths;
        }
        return "on " + daysOfMonth((DayRule.DaysOfMonth) rule) + ofMonths;
    }

    private static String daysOfMonth(DayRule.DaysOfMonth rule) {
        List<String> parts = new ArrayList<>();
        if (rule.days() != 0) {
            parts.add(Wording.units(Integer.toUnsignedLong(rule.days()), "day"));
        }
        for (int day : Wording.list(Integer.toUnsignedLong(rule.nearestWeekday()))) {
            parts.add("the weekday nearest to day " + day);
        }
        for (int offset : Wording.list(rule.nearestWeekdayFromLast())) {
            parts.add(offset == 0 ? "the last weekday" : "the weekday nearest to " + beforeLast(offset));
        }
        for (int offset : Wording.list(rule.fromLast())) {
            parts.add(offset == 0 ? "the last day" : beforeLast(offset));
        }
        return Wording.join(parts);
    }

    private static String beforeLast(int offset) {
        return "the " + Wording.ordinal(offset) + " day before the last day";
    }

    private static String weekdays(int set) {
        // Weeks are cyclic, so a range may continue from Saturday to Sunday; it starts after a missing day.
        int days = Integer.bitCount(set);
        for (int start = 1; start <= DayRule.DAYS_OF_WEEK && days > 2; start++) {
            int length = 0;
            while (length < days && (set >>> weekdayAfter(start, length) & 1) != 0) {
                length++;
            }
            if (length == days) {
                return weekday(start) + " through " + weekday(weekdayAfter(start, length - 1));
            }
        }
        return Wording.join(Arrays.stream(DayOfWeek.values())
                .filter(day -> (set >>> quartzNumber(day) & 1) != 0)
                .map(CronExplainer::name)
                .collect(Collectors.toList()));
    }

    private static int weekdayAfter(int weekday, int days) {
        return (weekday + days - 1) % DayRule.DAYS_OF_WEEK + 1;
    }

    /** Returns the number of a day: Sunday is 1 in an expression and 7 in java.time. */
    private static int quartzNumber(DayOfWeek day) {
        return day.getValue() % DayRule.DAYS_OF_WEEK + 1;
    }

    private static String weekday(int number) {
        return name(DayOfWeek.SUNDAY.plus(number - 1L));
    }

    private static String name(DayOfWeek day) {
        return day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    private String inMonths() {
        return fields.months() == EVERY_MONTH ? "" : " in " + months();
    }

    private String months() {
        return Wording.runs(
                Wording.list(fields.months()), month -> Month.of(month).getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    }

    private String years() {
        List<Integer> years = fields.years().stream()
                .map(year -> CronField.YEAR.min() + year)
                .boxed()
                .collect(Collectors.toList());
        if (years.size() == CronField.YEAR.size()) {
            return "";
        }
        int distance = Wording.distance(years);
        if (distance > 1 && years.size() > 3) {
            return " in every " + Wording.ordinal(distance) + " year from " + years.get(0) + " through "
                    + years.get(years.size() - 1);
        }
        return " in " + Wording.runs(years, Integer::toString);
    }

    private static boolean isSingle(long values) {
        return Long.bitCount(values) == 1;
    }
}
