package dev.elasticjob.sharding;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sharding strategy of type {@code AVG_ALLOCATION}: assigns contiguous ranges of the same length, and the remaining items one by one,
 * starting with the first instance. Eight items on three instances: 0,1,6 and 2,3,7 and 4,5.
 */
public final class AverageAllocationJobShardingStrategy implements JobShardingStrategy {

    public static final String TYPE = "AVG_ALLOCATION";

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        return share(jobInstances, shardingTotalCount);
    }

    /** Assigns items in the order of the given instances. */
    public static Map<JobInstance, List<Integer>> share(List<JobInstance> instances, int total) {
        Map<JobInstance, List<Integer>> result = new LinkedHashMap<>();
        int each = instances.isEmpty() ? 0 : total / instances.size();
        int next = 0;
        for (JobInstance instance : instances) {
            List<Integer> items = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                items.add(next++);
            }
            result.put(instance, items);
        }
        for (List<Integer> items : result.values()) {
            if (next < total) {
                items.add(next++);
            }
        }
        return result;
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
