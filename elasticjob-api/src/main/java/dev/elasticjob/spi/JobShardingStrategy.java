package dev.elasticjob.spi;

import java.util.List;
import java.util.Map;

/** Decides which instance owns which item. */
public interface JobShardingStrategy extends TypedSPI {

    /**
     * Called by the leader whenever members or the number of items change. The answer is checked: every item from 0 to
     * {@code shardingTotalCount - 1} exactly once, on one of the given instances. An answer that does not hold, an
     * exception or a call that takes too long makes the engine keep living owners, spread the rest evenly, and report it.
     *
     * @param jobInstances those that may own items, in ascending order, at least one
     */
    Map<JobInstance, List<Integer>> sharding(List<JobInstance> jobInstances, String jobName, int shardingTotalCount);
}
