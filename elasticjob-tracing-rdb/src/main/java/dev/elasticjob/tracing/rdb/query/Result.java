package dev.elasticjob.tracing.rdb.query;

/** How a run went. */
public enum Result {
    /** It has not ended, or its end is not written yet. */
    RUNNING,
    SUCCESS,
    FAILURE;

    static Result of(boolean success, boolean ended) {
        return success ? SUCCESS : ended ? FAILURE : RUNNING;
    }
}
