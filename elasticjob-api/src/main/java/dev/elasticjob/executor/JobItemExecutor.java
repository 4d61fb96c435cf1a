package dev.elasticjob.executor;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import java.util.List;

/** Runs one item of a job. */
public interface JobItemExecutor<T extends ElasticJob> {

    /**
     * What is wrong with the settings that only this executor understands, such as properties of its own. Asked when a job
     * is started, which is refused if there is anything. A configuration that is edited in the registry later is not asked
     * about: {@link #process} gets it as it is.
     */
    default List<ConfigurationProblem> problems(JobConfiguration jobConfig) {
        return List.of();
    }

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
