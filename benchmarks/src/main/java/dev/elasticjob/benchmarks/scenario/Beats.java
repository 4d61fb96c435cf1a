package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;

/**
 * A cron for each side with the same period, half a period apart: so both are measured in turn, fire by fire, on the same
 * server and under the same load.
 *
 * @param seconds the period, a divisor of 60 that is even
 */
record Beats(int seconds) {

    Beats {
        if (seconds % 2 != 0 || 60 % seconds != 0) {
            throw new IllegalArgumentException("Not a period: " + seconds);
        }
    }

    private int offset(Side side) {
        return side == Side.OURS ? 0 : seconds / 2;
    }

    String cron(Side side) {
        return offset(side) + "/" + seconds + " * * * * ?";
    }

    long micros() {
        return seconds * 1_000_000L;
    }

    /** The next instant of this side after a moment. */
    long next(Side side, long afterMicros) {
        long shift = offset(side) * 1_000_000L;
        return Math.floorDiv(afterMicros - shift, micros()) * micros() + micros() + shift;
    }

    /** The instant that a run belongs to: the last one before it. */
    long instantOf(Side side, long runMicros) {
        return next(side, runMicros) - micros();
    }
}
