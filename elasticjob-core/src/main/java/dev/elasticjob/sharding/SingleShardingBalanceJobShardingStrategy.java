package dev.elasticjob.sharding;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.List;
import java.util.Map;

/**
 * Sharding strategy of type {@code SINGLE_SHARDING_BALANCE}: a job with one item moves to the next instance after each run. The engine
 * moves it at the end of the run; this class determines the initial assignment, which is that of AVG_ALLOCATION, also for jobs with more
 * items.
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
