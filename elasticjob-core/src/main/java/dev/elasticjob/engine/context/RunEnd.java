package dev.elasticjob.engine.context;

import dev.elasticjob.engine.view.RunRecord;
import java.util.Optional;

/** How an item of a requested run ended. */
public enum RunEnd {
    DONE,
    FAILED,
    ABANDONED,
    /** The record of the item no longer names the run, or not in a way that this version can read. */
    UNKNOWN;

    /** Returns the end that a state of the record stands for; empty for a run in progress. */
    public static Optional<RunEnd> of(RunRecord.State state) {
        return switch (state) {
            case STARTED -> Optional.empty();
            case DONE -> Optional.of(DONE);
            case FAILED -> Optional.of(FAILED);
            case ABANDONED -> Optional.of(ABANDONED);
            case UNKNOWN -> Optional.of(UNKNOWN);
        };
    }
}
