package com.dangdang.ddframe.job.lite.api.strategy.impl;

import com.dangdang.ddframe.job.lite.api.strategy.JobInstance;
import com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns contiguous ranges of the same size; the remaining items are assigned to the first instances, one each. Three instances and
 * eight items: 0, 1, 6; 2, 3, 7; 4, 5.
 */
public final class AverageAllocationJobShardingStrategy implements JobShardingStrategy {

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        Map<JobInstance, List<Integer>> result = new LinkedHashMap<>();
        if (jobInstances.isEmpty()) {
            return result;
        }
        int size = shardingTotalCount / jobInstances.size();
        int next = 0;
        for (JobInstance each : jobInstances) {
            List<Integer> items = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                items.add(next++);
            }
            result.put(each, items);
        }
        for (List<Integer> items : result.values()) {
            if (next < shardingTotalCount) {
                items.add(next++);
            }
        }
        return result;
    }
}
