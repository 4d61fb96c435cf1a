package dev.elasticjob.type;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.executor.TypedJobItemExecutor;

/** Registered in the service file of the tests. */
public final class EchoJobExecutor implements TypedJobItemExecutor {

    @Override
    public String getType() {
        return "ECHO";
    }

    @Override
    public void process(
            ElasticJob none, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext) {}
}
