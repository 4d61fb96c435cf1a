package dev.elasticjob.api;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text form of durations: {@code 1h30m}, {@code 30s}, {@code 100ms}. ISO 8601, {@code PT30S}, is read too. */
final class Durations {

    static final String REMEDY = "Write a duration such as 30s, 5m, 1h30m or PT30S";

    private static final Pattern SHORT = Pattern.compile(
            "(-?)(?:([0-9]+)d)?\\s*(?:([0-9]+)h)?\\s*(?:([0-9]+)m(?!s))?\\s*" + "(?:([0-9]+)s)?\\s*(?:([0-9]+)ms)?");

    private static final int FIRST_UNIT = 2;

    private static final Duration[] UNITS = {
        Duration.ofDays(1), Duration.ofHours(1), Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMillis(1)
    };

    private static final String[] NAMES = {"d", "h", "m", "s", "ms"};

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if the text is not a duration; the message states the reason only
     */
    static Duration parse(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        if (stripped.equals("0")) {
            return Duration.ZERO;
        }
        if (stripped.matches("-?[0-9]+")) {
            throw new IllegalArgumentException("it has no unit");
        }
        try {
            return stripped.startsWith("p") || stripped.startsWith("-p")
                    ? Duration.parse(stripped)
                    : parseShort(stripped);
        } catch (ArithmeticException | NumberFormatException tooLong) {
            throw new IllegalArgumentException("it is too long", tooLong);
        } catch (DateTimeParseException malformed) {
            throw new IllegalArgumentException("it is not a duration", malformed);
        }
    }

    private static Duration parseShort(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (!matcher.matches() || text.chars().noneMatch(Character::isDigit)) {
            throw new IllegalArgumentException("it is not a duration");
        }
        Duration result = Duration.ZERO;
        for (int i = 0; i < UNITS.length; i++) {
            String count = matcher.group(FIRST_UNIT + i);
            if (count != null) {
                result = result.plus(UNITS[i].multipliedBy(Long.parseLong(count)));
            }
        }
        return matcher.group(1).isEmpty() ? result : result.negated();
    }

    /** Returns the short form. A duration that it cannot express, such as one with microseconds, is written in ISO 8601. */
    static String format(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toString();
        }
        long[] parts = {
            duration.toDaysPart(),
            duration.toHoursPart(),
            duration.toMinutesPart(),
            duration.toSecondsPart(),
            duration.toMillisPart()
        };
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] != 0) {
                result.append(parts[i]).append(NAMES[i]);
            }
        }
        return result.toString();
    }
}
