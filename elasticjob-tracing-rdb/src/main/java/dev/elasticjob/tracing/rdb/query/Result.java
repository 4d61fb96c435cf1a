package dev.elasticjob.tracing.rdb.query;

/** Result of a run. */
public enum Result {
    /** The run has not ended, or its end is not written yet. */
    RUNNING,
    SUCCESS,
    FAILURE;

    static Result of(boolean success, boolean ended) {
        return success ? SUCCESS : ended ? FAILURE : RUNNING;
    }
}
