package dev.elasticjob.type;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobRuntimeService;

/** Registered in the service file of the tests. */
public final class PoliteGreetingJobExecutor implements ClassedJobItemExecutor<PoliteGreetingJob> {

    @Override
    public Class<PoliteGreetingJob> getElasticJobClass() {
        return PoliteGreetingJob.class;
    }

    @Override
    public void process(
            PoliteGreetingJob job,
            JobConfiguration jobConfig,
            JobRuntimeService runtime,
            ShardingContext shardingContext) {}
}
