package dev.elasticjob.migration;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** A set of times of day, and the first three fields of the cron expression that matches exactly these times. */
final class DayTimes {

    static final int DAY = 86_400;

    private final SortedSet<Integer> secondsOfDay;

    private DayTimes(SortedSet<Integer> secondsOfDay) {
        this.secondsOfDay = secondsOfDay;
    }

    /** Returns the times from the first to the last, both inclusive. */
    static DayTimes between(LocalTime first, LocalTime last, int everySeconds) {
        SortedSet<Integer> result = new TreeSet<>();
        for (int second = first.toSecondOfDay(); second <= last.toSecondOfDay(); second += everySeconds) {
            result.add(second);
        }
        return new DayTimes(result);
    }

    /** Returns the times of an interval that fires at the same times of every day in UTC; empty when there are none. */
    static Optional<DayTimes> every(long seconds, Instant anchor) {
        if (seconds < 1 || DAY % seconds != 0) {
            return Optional.empty();
        }
        int first = (int) (Math.floorMod(anchor.getEpochSecond(), DAY) % seconds);
        SortedSet<Integer> result = new TreeSet<>();
        for (int second = first; second < DAY; second += (int) seconds) {
            result.add(second);
        }
        return Optional.of(new DayTimes(result));
    }

    static LocalTime ofUtc(Instant instant) {
        return instant.atZone(ZoneOffset.UTC).toLocalTime();
    }

    /** Returns {@code seconds minutes hours}, or empty when no single expression matches exactly these times. */
    Optional<String> fields() {
        SortedSet<Integer> seconds = new TreeSet<>();
        SortedSet<Integer> minutes = new TreeSet<>();
        SortedSet<Integer> hours = new TreeSet<>();
        for (int each : secondsOfDay) {
            seconds.add(each % 60);
            minutes.add(each / 60 % 60);
            hours.add(each / 3600);
        }
        boolean isExact = (long) seconds.size() * minutes.size() * hours.size() == secondsOfDay.size();
        return isExact && !secondsOfDay.isEmpty()
                ? Optional.of(field(seconds, 60) + " " + field(minutes, 60) + " " + field(hours, 24))
                : Optional.empty();
    }

    private static String field(SortedSet<Integer> values, int size) {
        List<Integer> list = new ArrayList<>(values);
        if (list.size() == size) {
            return "*";
        }
        if (list.size() < 3) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        int step = list.get(1) - list.get(0);
        for (int i = 1; i < list.size(); i++) {
            if (list.get(i) - list.get(i - 1) != step) {
                return String.join(",", list.stream().map(String::valueOf).toList());
            }
        }
        int first = list.get(0);
        int last = list.get(list.size() - 1);
        String range = last + step >= size ? String.valueOf(first) : first + "-" + last;
        return step == 1 ? (range.contains("-") ? range : first + "-" + last) : range + "/" + step;
    }
}
