package dev.elasticjob.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Duration and seed of a fuzz test, and mutations of texts. */
final class Fuzzing implements AutoCloseable {

    static final long SEED = Long.getLong("fuzz.seed", 20_261_118);

    private static final int LEAST_ROUNDS = 10;

    private static final List<String> FRAGMENTS = List.of(
            "9223372036854775807",
            "-9223372036854775808",
            "2147483648",
            "300000",
            "-1",
            "0",
            "",
            " ",
            "\n",
            "\r\n",
            "\t",
            "\u0000",
            "\u001b[2J",
            "\u2028",
            "\u202e",
            "\ud83d\ude00",
            "!!binary",
            "!!javax.script.ScriptEngineManager",
            "&a [*a]",
            "[".repeat(5_000),
            "{a: ".repeat(3_000),
            "? ",
            ": ",
            "- ",
            "99999999999999999999",
            "state started",
            "state done",
            "total 999999999",
            "zone Nowhere/Nothing",
            "cron * * * * * ? 2099",
            "begun 9223372036854775807",
            "@-@",
            "1e400",
            "{\"cron\":\"\",\"shardingTotalCount\":",
            " | ",
            "Error: ");

    final Random random = new Random(SEED);
    private final long begin = System.nanoTime();
    private final long end;
    private int rounds;
    private final List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();

    /**
     * Creates the settings.
     *
     * @param seconds duration, unless {@code -Dfuzz.seconds} is set
     */
    Fuzzing(int seconds) {
        end = begin + TimeUnit.SECONDS.toNanos(Long.getLong("fuzz.seconds", seconds));
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown));
    }

    /** Returns whether there is another round: until the time is over, and for a few rounds on a machine that is too slow. */
    boolean continues() {
        return rounds++ < LEAST_ROUNDS || System.nanoTime() < end;
    }

    long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    }

    /** Returns the exceptions that ended threads. */
    List<Throwable> uncaught() {
        return List.copyOf(uncaught);
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    String mutated(String text) {
        StringBuilder result = new StringBuilder(text);
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            int from = random.nextInt(result.length() + 1);
            int to = Math.min(result.length(), from + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> result.replace(from, to, any(FRAGMENTS));
                case 1 -> result.delete(from, to);
                case 2 -> result.insert(from, (char) random.nextInt(0xd800));
                default -> result.insert(from, result.substring(from, to));
            }
        }
        return result.toString();
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
