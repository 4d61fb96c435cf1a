package dev.elasticjob.api;

/** What an instance does with a run whose code has not ended within {@code killGrace} after it was interrupted. */
public enum OnStubborn {
    /** The item stays busy until the code has ended. The run is reported. */
    HOLD,
    /**
     * The run counts as failed, and other instances may run the item. This process does not start the item again until the code has
     * ended.
     */
    RELEASE
}
