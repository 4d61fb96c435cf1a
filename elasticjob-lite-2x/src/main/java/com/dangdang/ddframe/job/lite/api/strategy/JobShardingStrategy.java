package com.dangdang.ddframe.job.lite.api.strategy;

import java.util.List;
import java.util.Map;

/** Decides which instance runs which items. */
public interface JobShardingStrategy {

    /** @param jobInstances in descending order of their ids */
    Map<JobInstance, List<Integer>> sharding(List<JobInstance> jobInstances, String jobName, int shardingTotalCount);
}
