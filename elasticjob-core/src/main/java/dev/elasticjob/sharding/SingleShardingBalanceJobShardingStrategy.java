package dev.elasticjob.sharding;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.List;
import java.util.Map;

/**
 * {@code SINGLE_SHARDING_BALANCE}: a job with one item moves on to the next instance after each run, which the engine does
 * when the run ends; here it begins as AVG_ALLOCATION, and so do jobs with more items.
 */
public final class SingleShardingBalanceJobShardingStrategy implements JobShardingStrategy {

    public static final String TYPE = "SINGLE_SHARDING_BALANCE";

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        return AverageAllocationJobShardingStrategy.share(jobInstances, shardingTotalCount);
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
