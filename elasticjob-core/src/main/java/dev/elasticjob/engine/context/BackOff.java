package dev.elasticjob.engine.context;

import java.time.Duration;

/** The pause before something is tried again, longer after every failure, with jitter. */
final class BackOff {

    private static final long LONGEST_MS = 2_000;
    private static final long SHORTEST_MS = 10;
    private static final int MOST_DOUBLINGS = 10;

    private BackOff() {}

    static Duration after(int failures, Effects effects) {
        long most = Math.min(LONGEST_MS, SHORTEST_MS << Math.min(failures, MOST_DOUBLINGS));
        return Duration.ofMillis(most / 2 + effects.random().nextLong(most / 2 + 1));
    }
}
