package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.ShardingInfo;
import java.util.Collection;

/** The items of a job. */
public interface ShardingStatisticsAPI extends AutoCloseable {

    /**
     * Returns the items in ascending order, including items without an owner.
     *
     * @throws OperationException if the job does not exist
     */
    Collection<ShardingInfo> getShardingInfo(String jobName);

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
