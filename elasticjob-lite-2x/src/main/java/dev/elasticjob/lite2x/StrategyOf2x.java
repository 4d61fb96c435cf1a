package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy;
import dev.elasticjob.spi.JobInstance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls a strategy of 2.x, which receives the instances in descending order. */
record StrategyOf2x(String type, JobShardingStrategy strategy) implements dev.elasticjob.spi.JobShardingStrategy {

    @Override
    public String getType() {
        return type;
    }

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        Map<com.dangdang.ddframe.job.lite.api.strategy.JobInstance, JobInstance> originals = new HashMap<>();
        List<com.dangdang.ddframe.job.lite.api.strategy.JobInstance> instances = new ArrayList<>();
        for (JobInstance each : jobInstances) {
            var instance = new com.dangdang.ddframe.job.lite.api.strategy.JobInstance(each.jobInstanceId());
            originals.put(instance, each);
            instances.add(instance);
        }
        Collections.reverse(instances);
        Map<JobInstance, List<Integer>> result = new HashMap<>();
        strategy.sharding(instances, jobName, shardingTotalCount).forEach((instance, items) -> {
            JobInstance original = originals.get(instance);
            if (original == null) {
                throw new IllegalStateException(
                        "Strategy " + strategy.getClass().getName() + " assigned items " + items
                                + " to the unknown instance '" + instance.getJobInstanceId() + "'");
            }
            result.put(original, List.copyOf(items));
        });
        return result;
    }
}
