package dev.elasticjob.type;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobRuntimeService;

/** Runs {@link SimpleJob}s. */
public final class SimpleJobExecutor implements ClassedJobItemExecutor<SimpleJob> {

    @Override
    public Class<SimpleJob> getElasticJobClass() {
        return SimpleJob.class;
    }

    @Override
    public void process(
            SimpleJob job, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext)
            throws Exception {
        job.execute(shardingContext);
    }
}
