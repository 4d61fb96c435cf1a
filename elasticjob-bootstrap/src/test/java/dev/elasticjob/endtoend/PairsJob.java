package dev.elasticjob.endtoend;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobRuntimeService;

/** Custom kind of job with an interface. */
public interface PairsJob extends ElasticJob {

    void pair(int item, String parameter);

    final class Executor implements ClassedJobItemExecutor<PairsJob> {

        @Override
        public Class<PairsJob> getElasticJobClass() {
            return PairsJob.class;
        }

        @Override
        public void process(
                PairsJob job, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext context) {
            job.pair(context.getShardingItem(), context.getShardingParameter());
        }
    }
}
