package dev.elasticjob.cron;

import java.util.List;

/** The seven fields in the order of the expression, with their permitted values. */
enum CronField {
    SECONDS("seconds", 0, 59, 59, List.of(), ""),
    MINUTES("minutes", 0, 59, 59, List.of(), ""),
    HOURS("hours", 0, 23, 23, List.of(), ""),
    DAY_OF_MONTH("day-of-month", 1, 31, 31, List.of(), ", '?', L, L-3, LW, L-3W, 15W"),
    MONTH(
            "month",
            1,
            12,
            12,
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"),
            ""),
    DAY_OF_WEEK(
            "day-of-week",
            1,
            7,
            7,
            List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"),
            ", '?', L (Saturday), 6L or FRIL (last Friday), 6#3 or FRI#3 (third Friday)"),
    YEAR("year", 1970, 2199, 229, List.of(), "");

    private final String label;

    private final int min;

    private final int max;

    private final int maxStep;

    private final List<String> names;

    private final String extras;

    CronField(String label, int min, int max, int maxStep, List<String> names, String extras) {
        this.label = label;
        this.min = min;
        this.max = max;
        this.maxStep = maxStep;
        this.names = names;
        this.extras = extras;
    }

    String label() {
        return label;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }

    /** Returns the largest meaningful step; a larger one would select only the first value. */
    int maxStep() {
        return maxStep;
    }

    List<String> names() {
        return names;
    }

    /** Returns the number of values after which a range wraps. */
    int size() {
        return max - min + 1;
    }

    /** Returns a description of the permitted values, for the end of an error message. */
    String allowed() {
        StringBuilder text = new StringBuilder(label)
                .append(" may hold ")
                .append(min)
                .append('-')
                .append(max);
        if (!names.isEmpty()) {
            text.append(" or ").append(names.get(0)).append('-').append(names.get(names.size() - 1));
        }
        return text.append(", '*', lists (a,b), ranges (a-b) and steps (*/n, a/n, a-b/n)")
                .append(extras)
                .toString();
    }
}
