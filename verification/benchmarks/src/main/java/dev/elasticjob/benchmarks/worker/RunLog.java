package dev.elasticjob.benchmarks.worker;

import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Log of item starts in microseconds since 1970. It costs nothing until it is opened. */
final class RunLog {

    private final AtomicInteger runs = new AtomicInteger();
    private volatile long[] entries = new long[0];

    /** Clears the log and starts recording. */
    void open(int capacity) {
        entries = new long[2 * capacity];
        runs.set(0);
    }

    void began(int job, int item) {
        Instant now = Instant.now();
        int at = runs.getAndIncrement();
        long[] into = entries;
        if (2 * at + 1 < into.length) {
            into[2 * at] = ((long) job << 32) | item;
            into[2 * at + 1] = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
        }
    }

    int runs() {
        return runs.get();
    }

    /** Returns {@code job,item,micros} of each entry, separated by spaces. */
    String text() {
        long[] copy = Arrays.copyOf(entries, Math.min(2 * runs.get(), entries.length));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < copy.length; i += 2) {
            text.append(i == 0 ? "" : " ")
                    .append(copy[i] >>> 32)
                    .append(',')
                    .append((int) copy[i])
                    .append(',')
                    .append(copy[i + 1]);
        }
        return text.toString();
    }
}
