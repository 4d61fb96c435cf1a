package dev.elasticjob.lifecycle.api;

/** What is done to single items. */
public interface ShardingOperateAPI extends AutoCloseable {

    /** The item does not run, wherever it is, until it is enabled. A run that is under way goes on to its end. */
    void disable(String jobName, String item);

    void enable(String jobName, String item);

    /** Gives the connection back, if this has one of its own; it ends with the last that uses it. */
    @Override
    default void close() {}
}
