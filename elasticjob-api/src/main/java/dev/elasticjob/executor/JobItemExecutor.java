package dev.elasticjob.executor;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import java.util.List;

/**
 * Runs one item of a job.
 *
 * @param <T> type of the job's object
 */
public interface JobItemExecutor<T extends ElasticJob> {

    /**
     * Returns problems of settings that only this executor interprets, such as its own properties. Called when a job is started; the
     * start is rejected if there is any problem. It is not called for a configuration that is edited in the registry later:
     * {@link #process} receives it unchanged.
     */
    default List<ConfigurationProblem> problems(JobConfiguration jobConfig) {
        return List.of();
    }

    /**
     * Runs the item to its end on the calling thread.
     *
     * @param elasticJob the job's object; null for jobs that are configured by type
     * @param jobConfig settings of the job
     * @param runtime state of the engine during the run
     * @param shardingContext item to run
     * @throws InterruptedException if the run was cancelled
     * @throws Exception if the run fails
     */
    void process(T elasticJob, JobConfiguration jobConfig, JobRuntimeService runtime, ShardingContext shardingContext)
            throws Exception;
}
