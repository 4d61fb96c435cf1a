package dev.elasticjob.lifecycle.api;

/** Operations on single items. */
public interface ShardingOperateAPI extends AutoCloseable {

    /** Prevents runs of the item on all instances until it is enabled. A run in progress continues to its end. */
    void disable(String jobName, String item);

    void enable(String jobName, String item);

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
