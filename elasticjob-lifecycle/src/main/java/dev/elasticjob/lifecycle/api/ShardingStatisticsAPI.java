package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.ShardingInfo;
import java.util.Collection;

/** The items of a job. */
public interface ShardingStatisticsAPI extends AutoCloseable {

    /**
     * The items in ascending order, also those that nobody owns.
     *
     * @throws OperationException when there is no such job
     */
    Collection<ShardingInfo> getShardingInfo(String jobName);

    /** Gives the connection back, if this has one of its own; it ends with the last that uses it. */
    @Override
    default void close() {}
}
