package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;

/**
 * Cron expressions with the same period for both engines, offset by half a period. The engines are measured alternately,
 * fire by fire, on the same server and under the same load.
 *
 * @param seconds period; an even divisor of 60
 */
record Beats(int seconds) {

    Beats {
        if (seconds % 2 != 0 || 60 % seconds != 0) {
            throw new IllegalArgumentException("Not a period: " + seconds);
        }
    }

    private int offset(Side side) {
        return side == Side.SUBJECT ? 0 : seconds / 2;
    }

    String cron(Side side) {
        return offset(side) + "/" + seconds + " * * * * ?";
    }

    long micros() {
        return seconds * 1_000_000L;
    }

    /** Returns the next fire time of the engine after the given time. */
    long next(Side side, long afterMicros) {
        long shift = offset(side) * 1_000_000L;
        return Math.floorDiv(afterMicros - shift, micros()) * micros() + micros() + shift;
    }

    /** Returns the fire time of a run: the last one before its begin. */
    long instantOf(Side side, long runMicros) {
        return next(side, runMicros) - micros();
    }
}
