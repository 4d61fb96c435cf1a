package dev.elasticjob.lite2x.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Records the events of a scenario. */
final class Seen {

    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(50);
    private static final List<String> EVENTS = Collections.synchronizedList(new ArrayList<>());

    private Seen() {}

    static void add(String event) {
        EVENTS.add(event);
    }

    static long count(String prefix) {
        synchronized (EVENTS) {
            return EVENTS.stream().filter(each -> each.startsWith(prefix)).count();
        }
    }

    /** Returns the events since the last call, with adjacent lines of the same kind in alphabetical order. */
    static List<String> drain() {
        List<String> result;
        synchronized (EVENTS) {
            result = new ArrayList<>(EVENTS);
            EVENTS.clear();
        }
        int from = 0;
        while (from < result.size()) {
            int to = from;
            while (to < result.size() && kind(result.get(to)).equals(kind(result.get(from)))) {
                to++;
            }
            Collections.sort(result.subList(from, to));
            from = to;
        }
        return result;
    }

    private static String kind(String event) {
        return event.substring(0, event.indexOf(' '));
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST_WAIT;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("Not within the limit: " + what + "; seen " + EVENTS);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    static void print(String scenario, Iterable<?> lines) {
        for (Object each : lines) {
            print(scenario, each);
        }
    }

    static void print(String scenario, Object line) {
        System.out.println(scenario + ": " + line);
    }
}
