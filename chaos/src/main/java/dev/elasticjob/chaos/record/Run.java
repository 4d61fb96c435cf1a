package dev.elasticjob.chaos.record;

import java.util.OptionalLong;

/**
 * One run of an item.
 *
 * @param total the number of items, as it was told
 * @param scheduledAt the instant it was told to be for, milliseconds
 * @param token the fencing token it was told
 * @param attempt 1, and one more each time it was taken over
 * @param begin on the clock of all processes, in nanoseconds
 * @param end the same; {@link #NEVER} when it wrote none
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

    /** How it ended. */
    public enum Outcome {
        DONE,
        FAILED,
        INTERRUPTED,
        /** It wrote nothing more. */
        NONE;

        /** Whether the code came to an end of its own. */
        public boolean isCompleted() {
            return this == DONE || this == FAILED;
        }
    }

    Run ended(long at, Outcome how) {
        return new Run(pid, number, job, item, total, scheduledAt, token, attempt, source, begin, at, how);
    }

    /** Whether an operator asked for it, as far as the engine tells. */
    public boolean isAsked() {
        return source.equals("MANUAL_TRIGGER");
    }
}
