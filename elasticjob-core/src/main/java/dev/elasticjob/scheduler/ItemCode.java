package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;

/** The code of an item. */
@FunctionalInterface
public interface ItemCode {

    void run(JobConfiguration configuration, JobRuntimeService runtime, ShardingContext context) throws Exception;
}
