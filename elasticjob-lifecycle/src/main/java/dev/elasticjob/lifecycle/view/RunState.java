package dev.elasticjob.lifecycle.view;

/** How far a run has come. */
public enum RunState {
    STARTED,
    /** Its code returned. */
    DONE,
    /** Its code threw. */
    FAILED,
    /** It was given up before its end. */
    ABANDONED
}
