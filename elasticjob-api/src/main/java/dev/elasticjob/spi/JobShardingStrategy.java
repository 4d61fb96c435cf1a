package dev.elasticjob.spi;

import java.util.List;
import java.util.Map;

/** Determines which instance owns which item. */
public interface JobShardingStrategy extends TypedSPI {

    /**
     * Assigns the items. Called by the leader whenever the members or the number of items change. The result must contain every item from
     * 0 to {@code shardingTotalCount - 1} exactly once, on one of the given instances. After an invalid assignment, an exception or a
     * call that takes too long, the engine keeps living owners, distributes the remaining items evenly, and reports the failure.
     *
     * @param jobInstances instances that may own items, in ascending order, at least one
     * @param jobName name of the job
     * @param shardingTotalCount number of items
     * @return the items of each instance
     */
    Map<JobInstance, List<Integer>> sharding(List<JobInstance> jobInstances, String jobName, int shardingTotalCount);
}
