package dev.elasticjob.chaos.analysis;

import java.util.ArrayList;
import java.util.List;

/** Stretches of time during which something was so. */
final class Intervals {

    private static final long OPEN = Long.MAX_VALUE;

    private final List<long[]> all = new ArrayList<>();

    /** It is so from here on; nothing if it is already. */
    void begin(long at) {
        if (!isOpen()) {
            all.add(new long[] {at, OPEN});
        }
    }

    /** It is no longer so. */
    void end(long at) {
        if (isOpen()) {
            all.get(all.size() - 1)[1] = at;
        }
    }

    private boolean isOpen() {
        return !all.isEmpty() && all.get(all.size() - 1)[1] == OPEN;
    }

    /** Whether it was so at any time from one moment to another, or ended less than {@code after} before. */
    boolean touches(long from, long to, long after) {
        return all.stream().anyMatch(each -> each[0] <= to && (each[1] == OPEN || each[1] + after >= from));
    }

    /** When it ended last between two moments; the first of them if it did not. */
    long lastEnd(long from, long to) {
        return all.stream()
                .mapToLong(each -> each[1])
                .filter(end -> end > from && end <= to)
                .max()
                .orElse(from);
    }

    boolean contains(long at) {
        return touches(at, at, 0);
    }

    /** For how long it was so between two moments. */
    long within(long from, long to) {
        return all.stream()
                .mapToLong(each -> Math.max(0, Math.min(each[1], to) - Math.max(each[0], from)))
                .sum();
    }
}
