package dev.elasticjob.lifecycle.view;

/** State of a run. */
public enum RunState {
    STARTED,
    /** The job returned normally. */
    DONE,
    /** The job threw an exception. */
    FAILED,
    /** The run was abandoned before its end. */
    ABANDONED
}
