package com.dangdang.ddframe.job.lite.api.strategy;

import java.util.List;
import java.util.Map;

/** Determines which instance runs which items. */
public interface JobShardingStrategy {

    /**
     * Assigns the items.
     *
     * @param jobInstances instances in descending order of their ids
     */
    Map<JobInstance, List<Integer>> sharding(List<JobInstance> jobInstances, String jobName, int shardingTotalCount);
}
