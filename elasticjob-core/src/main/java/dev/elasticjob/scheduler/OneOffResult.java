package dev.elasticjob.scheduler;

import java.util.Map;

/**
 * Result of a run of all items.
 *
 * @param runId id of the run in the history
 * @param items how each item ended
 */
public record OneOffResult(String runId, Map<Integer, Outcome> items) {

    /** How an item ended. */
    public enum Outcome {
        DONE,
        /** Its code threw an exception. */
        FAILED,
        /**
         * It was given up: its instance stopped or was lost, and it did not fail over, or it never began because the item is
         * disabled.
         */
        ABANDONED,
        /** It ran, but another run began before its end was read. */
        SUPERSEDED
    }

    public OneOffResult {
        items = Map.copyOf(items);
    }

    public boolean isSuccess() {
        return items.values().stream().allMatch(outcome -> outcome == Outcome.DONE);
    }
}
