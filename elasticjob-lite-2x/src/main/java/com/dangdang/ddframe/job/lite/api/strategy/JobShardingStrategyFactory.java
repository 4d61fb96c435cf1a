package com.dangdang.ddframe.job.lite.api.strategy;

import com.dangdang.ddframe.job.exception.JobConfigurationException;
import com.dangdang.ddframe.job.lite.api.strategy.impl.AverageAllocationJobShardingStrategy;
import dev.elasticjob.lite2x.ClassNames;

/** Creates strategies. */
public final class JobShardingStrategyFactory {

    private JobShardingStrategyFactory() {}

    /**
     * Returns a new strategy of the class; the average allocation if the name is null or empty.
     *
     * @throws JobConfigurationException if the class does not exist or is not a strategy
     */
    public static JobShardingStrategy getStrategy(String jobShardingStrategyClassName) {
        if (jobShardingStrategyClassName == null || jobShardingStrategyClassName.isEmpty()) {
            return new AverageAllocationJobShardingStrategy();
        }
        return ClassNames.newInstance(
                "jobShardingStrategyClass", jobShardingStrategyClassName, JobShardingStrategy.class);
    }
}
