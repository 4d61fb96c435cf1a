package dev.elasticjob.chaos.analysis;

import java.util.ArrayList;
import java.util.List;

/** Time intervals during which a condition held. */
final class Intervals {

    private static final long OPEN = Long.MAX_VALUE;

    private final List<long[]> all = new ArrayList<>();

    /** Opens an interval at the given time; does nothing when one is open already. */
    void begin(long at) {
        if (!isOpen()) {
            all.add(new long[] {at, OPEN});
        }
    }

    /** Closes the open interval. */
    void end(long at) {
        if (isOpen()) {
            all.get(all.size() - 1)[1] = at;
        }
    }

    private boolean isOpen() {
        return !all.isEmpty() && all.get(all.size() - 1)[1] == OPEN;
    }

    /**
     * Returns whether the condition held at any time between the two times, or ended less than {@code after} before the
     * first.
     */
    boolean touches(long from, long to, long after) {
        return all.stream().anyMatch(each -> each[0] <= to && (each[1] == OPEN || each[1] + after >= from));
    }

    /** Returns the last end of an interval between the two times, or the first of the two times when there is none. */
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

    /** Returns the total duration of the condition between the two times. */
    long within(long from, long to) {
        return all.stream()
                .mapToLong(each -> Math.max(0, Math.min(each[1], to) - Math.max(each[0], from)))
                .sum();
    }
}
