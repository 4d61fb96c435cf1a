package dev.elasticjob.executor;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;

/** Runs one item of a job. */
public interface JobItemExecutor<T extends ElasticJob> {

    /**
     * Runs the item to its end on the calling thread.
     *
     * @param elasticJob the job's object; null for jobs that are configured by type
     * @throws InterruptedException when the run was cancelled
     * @throws Exception any: the run counts as failed
     */
    void process(T elasticJob, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext)
            throws Exception;
}
