package dev.elasticjob.lifecycle.api;

/** Operations on single items. */
public interface ShardingOperateAPI extends AutoCloseable {

    /** Prevents runs of the item on all instances until it is enabled. A run in progress continues to its end. */
    void disable(String jobName, String item);

    void enable(String jobName, String item);

    /**
     * Ends one run of the item: its code is interrupted, the run has failed, and it is neither retried nor failed over. The run ends
     * when its code reacts to the interruption; see the settings {@code killGrace} and {@code onStubborn}.
     *
     * @param token fencing token of the run, as displayed with the item; a run with another token is not affected
     * @throws OperationException if no run with this token is in progress, or its instance is leaving
     */
    void kill(String jobName, String item, long token);

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
