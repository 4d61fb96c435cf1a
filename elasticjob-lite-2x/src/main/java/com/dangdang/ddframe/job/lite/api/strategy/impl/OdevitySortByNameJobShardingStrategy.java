package com.dangdang.ddframe.job.lite.api.strategy.impl;

import com.dangdang.ddframe.job.lite.api.strategy.JobInstance;
import com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Allocates on average, with the instances in the given order if the hash code of the job's name is odd, and reversed if it is
 * even.
 */
public final class OdevitySortByNameJobShardingStrategy implements JobShardingStrategy {

    private final JobShardingStrategy average = new AverageAllocationJobShardingStrategy();

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        List<JobInstance> instances = new ArrayList<>(jobInstances);
        if (jobName.hashCode() % 2 == 0) {
            Collections.reverse(instances);
        }
        return average.sharding(instances, jobName, shardingTotalCount);
    }
}
