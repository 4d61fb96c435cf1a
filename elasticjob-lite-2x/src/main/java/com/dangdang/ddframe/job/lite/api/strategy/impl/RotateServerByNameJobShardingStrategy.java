package com.dangdang.ddframe.job.lite.api.strategy.impl;

import com.dangdang.ddframe.job.lite.api.strategy.JobInstance;
import com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Allocates on average, with the instances rotated by the hash code of the job's name. */
public final class RotateServerByNameJobShardingStrategy implements JobShardingStrategy {

    private final JobShardingStrategy average = new AverageAllocationJobShardingStrategy();

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        List<JobInstance> instances = new ArrayList<>(jobInstances);
        int hash = jobName.hashCode();
        // The smallest integer has no absolute value; 2.x failed for such a name.
        int distance = hash == Integer.MIN_VALUE ? 0 : Math.abs(hash);
        if (!instances.isEmpty()) {
            Collections.rotate(instances, -(distance % instances.size()));
        }
        return average.sharding(instances, jobName, shardingTotalCount);
    }
}
