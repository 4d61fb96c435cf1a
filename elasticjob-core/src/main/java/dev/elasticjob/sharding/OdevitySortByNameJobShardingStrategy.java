package dev.elasticjob.sharding;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Sharding strategy of type {@code ODEVITY}: like AVG_ALLOCATION, but starts with the last instance if the hash of the job's name is odd.
 */
public final class OdevitySortByNameJobShardingStrategy implements JobShardingStrategy {

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        List<JobInstance> order = new ArrayList<>(jobInstances);
        if (jobName.hashCode() % 2 != 0) {
            Collections.reverse(order);
        }
        return AverageAllocationJobShardingStrategy.share(order, shardingTotalCount);
    }

    @Override
    public String getType() {
        return "ODEVITY";
    }
}
