package dev.elasticjob.engine.context;

/**
 * What is committed together is decided together: the commits of a slot are all answered before the slot decides again.
 * Commits of different slots change different nodes.
 */
public enum Slot {
    /** Membership, leadership, epochs, run requests, housekeeping. */
    MEMBER,
    START,
    FINISH
}
