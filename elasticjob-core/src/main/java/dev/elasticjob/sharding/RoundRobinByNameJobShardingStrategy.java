package dev.elasticjob.sharding;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Sharding strategy of type {@code ROUND_ROBIN}: like AVG_ALLOCATION, but starts with an instance that depends on the hash of the job's
 * name.
 */
public final class RoundRobinByNameJobShardingStrategy implements JobShardingStrategy {

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        List<JobInstance> order = new ArrayList<>(jobInstances);
        if (!order.isEmpty()) {
            Collections.rotate(order, -first(jobName.hashCode(), order.size()));
        }
        return AverageAllocationJobShardingStrategy.share(order, shardingTotalCount);
    }

    /** Returns the index of the first instance. The only hash without an absolute value counts as 0. */
    static int first(int hash, int size) {
        return hash == Integer.MIN_VALUE ? 0 : Math.abs(hash) % size;
    }

    @Override
    public String getType() {
        return "ROUND_ROBIN";
    }
}
