package dev.elasticjob.cron;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Parses time zones, and rejects invalid ones instead of reading them as GMT. */
public final class TimeZones {

    private static final List<String> OFFSET_PREFIXES = List.of("GMT", "UTC", "UT");

    private static final int MOST_HOURS = 18;

    private static final int MINUTES_PER_HOUR = 60;

    private static final int SECONDS_PER_MINUTE = 60;

    private static final String OFFSET_FORMS =
            "an offset is written like GMT+08:00, +08:00, +8:00, +8 or +0800 and is at most 18:00 hours";

    private static final int MOST_SUGGESTIONS = 3;

    /** Number of characters per tolerated typing error; short ids are too similar for a suggestion. */
    private static final int CHARACTERS_PER_ERROR = 4;

    private TimeZones() {}

    /**
     * Parses a time zone.
     *
     * @param zone a region ({@code Asia/Shanghai}), {@code UTC}, {@code Z}, or an offset with or without {@code GMT} or {@code UTC}
     *         before it: {@code GMT+08:00}, {@code GMT+8:00}, {@code GMT+8}, {@code GMT+0800}, {@code +08:00}
     * @return the time zone
     * @throws IllegalArgumentException if there is no such zone; the message contains similar ids, if there are any
     */
    public static ZoneId parse(String zone) {
        if (zone == null || zone.isBlank()) {
            throw new IllegalArgumentException(
                    "The time zone is empty; write an id such as Asia/Shanghai or an offset such as GMT+08:00");
        }
        String text = zone.strip();
        String prefix =
                OFFSET_PREFIXES.stream().filter(text::startsWith).findFirst().orElse("");
        String rest = text.substring(prefix.length());
        if (rest.startsWith("+") || rest.startsWith("-")) {
            ZoneOffset offset = offset(rest, zone);
            return prefix.isEmpty() ? offset : ZoneId.ofOffset(prefix, offset);
        }
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            boolean signForgotten = !prefix.isEmpty() && isNumber(rest.substring(0, Math.min(1, rest.length())), 1, 1);
            String wayOut = signForgotten ? OFFSET_FORMS : wayOut(text);
            throw new IllegalArgumentException("There is no time zone '" + zone + "'; " + wayOut, e);
        }
    }

    /**
     * Parses an offset: hours of one or two digits, optionally followed by two digits of minutes, which need a colon after hours of one
     * digit.
     */
    private static ZoneOffset offset(String text, String zone) {
        String digits = text.substring(1);
        int colon = digits.indexOf(':');
        String hours = colon >= 0 ? digits.substring(0, colon) : digits.substring(0, Math.min(2, digits.length()));
        String minutes = colon >= 0 ? digits.substring(colon + 1) : digits.substring(hours.length());
        boolean wellFormed = isNumber(hours, 1, 2) && (minutes.isEmpty() && colon < 0 || isNumber(minutes, 2, 2));
        if (wellFormed) {
            int minute = minutes.isEmpty() ? 0 : Integer.parseInt(minutes);
            int total = Integer.parseInt(hours) * MINUTES_PER_HOUR + minute;
            if (minute < MINUTES_PER_HOUR && total <= MOST_HOURS * MINUTES_PER_HOUR) {
                int seconds = total * SECONDS_PER_MINUTE;
                return ZoneOffset.ofTotalSeconds(text.charAt(0) == '-' ? -seconds : seconds);
            }
        }
        throw new IllegalArgumentException("There is no time zone '" + zone + "'; " + OFFSET_FORMS);
    }

    private static boolean isNumber(String text, int shortest, int longest) {
        return text.length() >= shortest
                && text.length() <= longest
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static String wayOut(String text) {
        List<String> similar = similar(text);
        return similar.isEmpty()
                ? "write an id such as Asia/Shanghai or an offset such as GMT+08:00"
                : "did you mean " + String.join(" or ", similar) + "?";
    }

    private static List<String> similar(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        int forgiven = wanted.length() / CHARACTERS_PER_ERROR;
        record Candidate(String id, int distance) {}
        List<Candidate> candidates = ZoneId.getAvailableZoneIds().stream()
                // The signs of ids such as Etc/GMT+8 are the opposite of the usual ones, so they are never suggested.
                .filter(id -> !id.startsWith("Etc/"))
                .map(id -> new Candidate(id, distance(wanted, id.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.distance() <= Math.min(2, forgiven))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::id))
                .collect(Collectors.toList());
        return candidates.stream()
                .filter(candidate -> candidate.distance() == candidates.get(0).distance())
                .limit(MOST_SUGGESTIONS)
                .map(Candidate::id)
                .collect(Collectors.toList());
    }

    /** Returns the number of characters to change, add or remove. The city alone counts as a complete id. */
    private static int distance(String wanted, String id) {
        int whole = levenshtein(wanted, id);
        return wanted.indexOf('/') >= 0
                ? whole
                : Math.min(whole, levenshtein(wanted, id.substring(id.lastIndexOf('/') + 1)));
    }

    private static int levenshtein(String a, String b) {
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 1);
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[b.length()];
    }
}
