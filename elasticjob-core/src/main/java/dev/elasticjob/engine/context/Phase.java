package dev.elasticjob.engine.context;

/** Where a job stands on this instance. */
public enum Phase {
    /** There is no session. */
    APART,
    JOINING,
    JOINED,
    LEAVING,
    ENDED
}
