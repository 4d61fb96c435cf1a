package dev.elasticjob.cron;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Formats sets of numbers as text. */
final class Wording {

    /** Minimum number of consecutive values for the form "a through b". */
    private static final int SHORTEST_RUN = 3;

    /** Minimum number of values at equal distances for the form "every n". */
    private static final int SHORTEST_PROGRESSION = 4;

    private Wording() {}

    /** Returns a text such as "minute 5", "minutes 1, 2 and 10 through 20" or "every 7th minute from 0 through 56". */
    static String units(long values, String unit) {
        List<Integer> list = list(values);
        int distance = distance(list);
        if (distance > 1 && list.size() >= SHORTEST_PROGRESSION) {
            return "every " + ordinal(distance) + " " + unit + " from " + list.get(0) + " through "
                    + list.get(list.size() - 1);
        }
        return unit + (list.size() > 1 ? "s " : " ") + runs(list, Integer::toString);
    }

    /** Returns a text such as "January, March and May through August". */
    static String runs(List<Integer> values, IntFunction<String> name) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < values.size(); ) {
            int end = i;
            while (end + 1 < values.size() && values.get(end + 1) == values.get(end) + 1) {
                end++;
            }
            if (end - i + 1 >= SHORTEST_RUN) {
                parts.add(name.apply(values.get(i)) + " through " + name.apply(values.get(end)));
                i = end + 1;
            } else {
                parts.add(name.apply(values.get(i)));
                i++;
            }
        }
        return join(parts);
    }

    /** Returns the distance between neighbours if it is always the same, else 0. */
    static int distance(List<Integer> values) {
        if (values.size() < 2) {
            return 0;
        }
        int distance = values.get(1) - values.get(0);
        for (int i = 2; i < values.size(); i++) {
            if (values.get(i) - values.get(i - 1) != distance) {
                return 0;
            }
        }
        return distance;
    }

    /**
     * Returns the distance if it is the same between all values and also from the last value, across the end of the field, to the first,
     * so that the form "every n" is exact; else 0.
     */
    static int cycle(long values, int size) {
        List<Integer> list = list(values);
        int distance = distance(list);
        return distance > 0 && distance * list.size() == size ? distance : 0;
    }

    static List<Integer> list(long values) {
        List<Integer> result = new ArrayList<>();
        for (long left = values; left != 0; left &= left - 1) {
            result.add(Long.numberOfTrailingZeros(left));
        }
        return result;
    }

    static String join(List<String> parts) {
        int last = parts.size() - 1;
        return last < 1 ? parts.get(0) : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    static String ordinal(int number) {
        boolean teen = number % 100 >= 11 && number % 100 <= 13;
        String ending =
                switch (teen ? 0 : number % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
        return number + ending;
    }
}
