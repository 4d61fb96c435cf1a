package dev.elasticjob.chaos.record;

import java.util.OptionalLong;

/**
 * One run of an item.
 *
 * @param total number of items in the sharding context
 * @param scheduledAt fire time in the sharding context, in milliseconds
 * @param token fencing token in the sharding context
 * @param attempt 1 for the first attempt, incremented with each failover
 * @param begin time on the clock common to all processes, in nanoseconds
 * @param end time on the same clock; {@link #NEVER} when no end was written
 */
public record Run(
        long pid,
        int number,
        String job,
        int item,
        int total,
        OptionalLong scheduledAt,
        OptionalLong token,
        int attempt,
        String source,
        long begin,
        long end,
        Outcome outcome) {

    public static final long NEVER = Long.MAX_VALUE;

    /** Outcome of a run. */
    public enum Outcome {
        DONE,
        FAILED,
        INTERRUPTED,
        /** The run wrote no end. */
        NONE;

        /** Returns whether the job code returned or threw without being interrupted. */
        public boolean isCompleted() {
            return this == DONE || this == FAILED;
        }
    }

    Run ended(long at, Outcome how) {
        return new Run(pid, number, job, item, total, scheduledAt, token, attempt, source, begin, at, how);
    }

    /** Returns whether an operator requested the run, if the engine reports it. */
    public boolean isAsked() {
        return source.equals("MANUAL_TRIGGER");
    }
}
