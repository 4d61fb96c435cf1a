package dev.elasticjob.lifecycle.view;

/** State of a run. */
public enum RunState {
    STARTED,
    /** The job returned normally. */
    DONE,
    /** The job threw an exception, exceeded its timeout, or was killed. */
    FAILED,
    /** The run was abandoned before its end. */
    ABANDONED,
    /** An instance of a later version recorded a state that this version does not know. */
    UNKNOWN
}
