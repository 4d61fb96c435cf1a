package dev.elasticjob.scheduler;

import java.util.Map;

/**
 * What came of a run of all items.
 *
 * @param runId what history calls it
 * @param items for each item how it ended
 */
public record OneOffResult(String runId, Map<Integer, Outcome> items) {

    /** How an item ended. */
    public enum Outcome {
        DONE,
        /** Its code threw. */
        FAILED,
        /**
         * It was given up: its instance stopped or was lost, and nobody was to take it over; or it never began, since it is
         * disabled.
         */
        ABANDONED,
        /** It ran, but another run began before its end could be seen. */
        SUPERSEDED
    }

    public OneOffResult {
        items = Map.copyOf(items);
    }

    public boolean isSuccess() {
        return items.values().stream().allMatch(outcome -> outcome == Outcome.DONE);
    }
}
