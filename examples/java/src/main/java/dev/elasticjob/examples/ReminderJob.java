package dev.elasticjob.examples;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobRuntimeService;

/** A custom kind of job: the interface of the job code, and the executor that runs it. */
@FunctionalInterface
public interface ReminderJob extends ElasticJob {

    String remind(String whom);

    /** Listed in {@code META-INF/services/dev.elasticjob.executor.ClassedJobItemExecutor}. */
    final class Executor implements ClassedJobItemExecutor<ReminderJob> {

        @Override
        public Class<ReminderJob> getElasticJobClass() {
            return ReminderJob.class;
        }

        @Override
        public void process(
                ReminderJob job, JobConfiguration configuration, JobRuntimeService runtime, ShardingContext context) {
            String whom = context.getShardingParameter();
            System.out.println(whom + ": " + job.remind(whom));
        }
    }
}
