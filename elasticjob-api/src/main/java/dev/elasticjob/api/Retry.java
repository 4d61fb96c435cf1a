package dev.elasticjob.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * When a failed item is tried again: how often, after which delay, and for which exceptions. Immutable. The text form, for example
 * {@code exponential 5 10s 10m not-on java.lang.IllegalArgumentException}, is read by {@link #parse(String)}.
 *
 * <p>Exceptions are compared by the names of their classes. A class named in a text is neither loaded nor instantiated.
 */
public final class Retry {

    /** A failed item is not tried again. */
    public static final Retry NONE = new Retry(0, "none", Duration.ZERO, Duration.ZERO, Set.of(), Set.of());

    static final String REMEDY =
            "Write 'none', 'fixed 3 30s' or 'exponential 5 10s 10m', followed by 'only-on' or 'not-on'"
                    + " and class names separated by commas where needed";

    private static final int MOST_RETRIES = 100;
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(7);

    private static final String FIXED = "fixed";
    private static final String EXPONENTIAL = "exponential";
    private static final String ONLY_ON = "only-on";
    private static final String NOT_ON = "not-on";

    private final int max;
    private final String kind;
    private final Duration firstDelay;
    private final Duration maxDelay;
    private final Set<String> onlyOn;
    private final Set<String> notOn;

    private Retry(int max, String kind, Duration firstDelay, Duration maxDelay, Set<String> onlyOn, Set<String> notOn) {
        this.max = max;
        this.kind = kind;
        this.firstDelay = firstDelay;
        this.maxDelay = maxDelay;
        this.onlyOn = onlyOn;
        this.notOn = notOn;
    }

    /**
     * Returns a retry whose delay doubles after each try.
     *
     * @param max maximum number of retries after the first failure, 0 to 100
     * @param firstDelay delay before the first retry, such as {@code 10s}, 100 ms to 7 days
     * @param maxDelay upper limit of the delay, such as {@code 10m}, at most 7 days
     * @throws IllegalArgumentException if a value is invalid
     */
    public static Retry exponential(int max, String firstDelay, String maxDelay) {
        return checked(
                EXPONENTIAL + " " + max + " " + firstDelay + " " + maxDelay,
                () -> of(EXPONENTIAL, max, duration(firstDelay, "firstDelay"), duration(maxDelay, "maxDelay")));
    }

    /** As {@link #exponential(int, String, String)}, with durations. */
    public static Retry exponential(int max, Duration firstDelay, Duration maxDelay) {
        return checked(
                EXPONENTIAL + " " + max + " " + firstDelay + " " + maxDelay,
                () -> of(EXPONENTIAL, max, firstDelay, maxDelay));
    }

    /**
     * Returns a retry whose delay is always the same.
     *
     * @param max maximum number of retries after the first failure, 0 to 100
     * @param delay delay before each retry, such as {@code 30s}, 100 ms to 7 days
     * @throws IllegalArgumentException if a value is invalid
     */
    public static Retry fixed(int max, String delay) {
        return checked(FIXED + " " + max + " " + delay, () -> {
            Duration parsed = duration(delay, "delay");
            return of(FIXED, max, parsed, parsed);
        });
    }

    /** As {@link #fixed(int, String)}, with a duration. */
    public static Retry fixed(int max, Duration delay) {
        return checked(FIXED + " " + max + " " + delay, () -> of(FIXED, max, delay, delay));
    }

    /**
     * Reads the text form, as {@link #toString()} returns it.
     *
     * @throws IllegalArgumentException if the text is invalid
     */
    public static Retry parse(String text) {
        return checked(text, () -> read(text));
    }

    private static Retry checked(String value, Supplier<Retry> source) {
        try {
            return source.get();
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException(
                    "retry is '" + value + "': " + invalid.getMessage() + ". " + REMEDY + ".", invalid);
        }
    }

    /** As {@link #parse(String)}, with an exception that states the reason only. */
    static Retry read(String text) {
        List<String> words = new ArrayList<>(
                Arrays.asList(text.strip().replaceAll("\\s*,\\s*", ",").split("\\s+")));
        boolean none = words.get(0).equalsIgnoreCase(NONE.kind);
        Retry result = withoutClasses(words);
        while (!words.isEmpty()) {
            String word = words.remove(0).toLowerCase(Locale.ROOT);
            if (none || !word.equals(ONLY_ON) && !word.equals(NOT_ON)) {
                throw new IllegalArgumentException("'" + word + "' is not expected there");
            }
            String[] names =
                    next(words, "class names are missing after " + word).split(",", -1);
            result = word.equals(NOT_ON) ? result.excluding(names) : result.including(names);
        }
        return result;
    }

    private static Retry withoutClasses(List<String> words) {
        String kind = words.remove(0).toLowerCase(Locale.ROOT);
        if (kind.equals(NONE.kind)) {
            return NONE;
        }
        if (!kind.equals(FIXED) && !kind.equals(EXPONENTIAL)) {
            throw new IllegalArgumentException("'" + kind + "' is neither none, fixed nor exponential");
        }
        int max = number(next(words, "number of retries is missing"));
        Duration first = duration(next(words, "delay is missing"), kind.equals(FIXED) ? "delay" : "firstDelay");
        return of(
                kind,
                max,
                first,
                kind.equals(FIXED) ? first : duration(next(words, "maxDelay is missing"), "maxDelay"));
    }

    private static String next(List<String> words, String reasonIfMissing) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException(reasonIfMissing);
        }
        return words.remove(0);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException("'" + text + "' is not a number of retries", malformed);
        }
    }

    private static Duration duration(String text, String name) {
        try {
            return Durations.parse(Objects.requireNonNull(text, name));
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException(name + " is '" + text + "', and " + malformed.getMessage(), malformed);
        }
    }

    private static Retry of(String kind, int max, Duration firstDelay, Duration maxDelay) {
        if (max < 0 || max > MOST_RETRIES) {
            throw new IllegalArgumentException("the number of retries must be between 0 and " + MOST_RETRIES);
        }
        for (Duration each : List.of(firstDelay, maxDelay)) {
            if (each.compareTo(SHORTEST) < 0 || each.compareTo(LONGEST) > 0 || each.toNanosPart() % 1_000_000 != 0) {
                throw new IllegalArgumentException("the delay " + Durations.format(each) + " must be between "
                        + Durations.format(SHORTEST) + " and " + Durations.format(LONGEST) + ", in whole milliseconds");
            }
        }
        if (firstDelay.compareTo(maxDelay) > 0) {
            throw new IllegalArgumentException("firstDelay " + Durations.format(firstDelay)
                    + " is longer than maxDelay " + Durations.format(maxDelay));
        }
        return max == 0 ? NONE : new Retry(max, kind, firstDelay, maxDelay, Set.of(), Set.of());
    }

    /** Returns the same retry, but not for exceptions of these classes and of classes derived from them. */
    @SafeVarargs
    public final Retry notOn(Class<? extends Throwable>... classes) {
        return notOn(namesOf(classes));
    }

    /** As {@link #notOn(Class[])}, with the names of classes, as {@link Class#getName()} returns them. */
    public Retry notOn(String... classNames) {
        return checked(String.join(",", classNames), () -> excluding(classNames));
    }

    /** Returns the same retry, but only for exceptions of these classes and of classes derived from them. */
    @SafeVarargs
    public final Retry onlyOn(Class<? extends Throwable>... classes) {
        return onlyOn(namesOf(classes));
    }

    /** As {@link #onlyOn(Class[])}, with the names of classes, as {@link Class#getName()} returns them. */
    public Retry onlyOn(String... classNames) {
        return checked(String.join(",", classNames), () -> including(classNames));
    }

    private Retry excluding(String... classNames) {
        return max == 0 ? this : new Retry(max, kind, firstDelay, maxDelay, onlyOn, union(notOn, classNames));
    }

    private Retry including(String... classNames) {
        return max == 0 ? this : new Retry(max, kind, firstDelay, maxDelay, union(onlyOn, classNames), notOn);
    }

    private static String[] namesOf(Class<?>... classes) {
        return Arrays.stream(classes).map(Class::getName).toArray(String[]::new);
    }

    private static Set<String> union(Collection<String> before, String... added) {
        Set<String> result = new TreeSet<>(before);
        for (String name : added) {
            boolean isName =
                    !name.isEmpty() && name.chars().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
            if (!isName || name.startsWith(".") || name.endsWith(".")) {
                throw new IllegalArgumentException("'" + name + "' is not the name of a class");
            }
            result.add(name);
        }
        return result;
    }

    /** Returns the maximum number of retries after the first failure; 0 for {@link #NONE}. */
    public int max() {
        return max;
    }

    /**
     * Returns whether an item that failed with this exception is tried again. The class of the exception and its superclasses are
     * compared by name; interfaces and causes are not.
     */
    public boolean appliesTo(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        return max > 0 && (onlyOn.isEmpty() || isAny(failure, onlyOn)) && !isAny(failure, notOn);
    }

    private static boolean isAny(Throwable failure, Set<String> names) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            if (names.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether retries are configured and no exception leads to one. */
    boolean isIneffective() {
        return max > 0 && (notOn.contains(Throwable.class.getName()) || !onlyOn.isEmpty() && notOn.containsAll(onlyOn));
    }

    /**
     * Returns the delay between the end of a try and the next one. A fixed delay is returned as configured. An exponential delay is
     * {@code firstDelay} doubled for each further try, at most {@code maxDelay}, of which a random part of 50 to 100 percent is used, so
     * that items that failed together are not tried again together.
     *
     * @param tryNumber number of the try that failed, starting with 1
     * @param random random bits that determine the random part; the same bits result in the same delay
     */
    public Duration delay(int tryNumber, long random) {
        if (kind.equals(FIXED)) {
            return firstDelay;
        }
        long first = firstDelay.toMillis();
        long longest = maxDelay.toMillis();
        int doublings = Math.min(Math.max(tryNumber - 1, 0), Long.SIZE - 2);
        long base = first > longest >> doublings ? longest : first << doublings;
        long least = base - base / 2;
        return Duration.ofMillis(least + Math.floorMod(random, base / 2 + 1));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Retry that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** Returns the text form. */
    @Override
    public String toString() {
        if (max == 0) {
            return kind;
        }
        String delays = Durations.format(firstDelay) + (kind.equals(FIXED) ? "" : " " + Durations.format(maxDelay));
        return kind + " " + max + " " + delays + classes(ONLY_ON, onlyOn) + classes(NOT_ON, notOn);
    }

    private static String classes(String word, Set<String> names) {
        return names.isEmpty() ? "" : " " + word + " " + String.join(",", names);
    }
}
