package dev.elasticjob.type;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobRuntimeService;
import java.util.ArrayList;
import java.util.List;

/** Registered in the service file of the tests. */
public final class GreetingJobExecutor implements ClassedJobItemExecutor<GreetingJob> {

    final List<String> greetings = new ArrayList<>();

    @Override
    public Class<GreetingJob> getElasticJobClass() {
        return GreetingJob.class;
    }

    @Override
    public void process(
            GreetingJob job, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext) {
        greetings.add(job.greet(shardingContext.getShardingItem()));
    }
}
