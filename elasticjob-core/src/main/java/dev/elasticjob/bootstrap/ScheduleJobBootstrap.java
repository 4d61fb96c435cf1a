package dev.elasticjob.bootstrap;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.List;

/** Starts a job that runs on a schedule. */
public final class ScheduleJobBootstrap implements JobBootstrap {

    private final StartedJob job;

    /**
     * Creates a bootstrap for a job whose class is annotated with {@link dev.elasticjob.api.ElasticJobConfiguration}.
     *
     * @param regCenter registry of the job
     * @param elasticJob object whose code runs
     */
    public ScheduleJobBootstrap(CoordinatorRegistryCenter regCenter, ElasticJob elasticJob) {
        this(regCenter, elasticJob, JobConfiguration.fromAnnotation(elasticJob.getClass()));
    }

    public ScheduleJobBootstrap(
            CoordinatorRegistryCenter regCenter, ElasticJob elasticJob, JobConfiguration jobConfig) {
        job = StartedJob.of(regCenter, elasticJob, withCron(jobConfig));
    }

    /** Creates a bootstrap for a job that consists of configuration only, such as {@code SCRIPT} or {@code HTTP}. */
    public ScheduleJobBootstrap(
            CoordinatorRegistryCenter regCenter, String elasticJobType, JobConfiguration jobConfig) {
        job = StartedJob.of(regCenter, elasticJobType, withCron(jobConfig));
    }

    private static JobConfiguration withCron(JobConfiguration config) {
        if (config.getCron().isEmpty()) {
            throw new JobConfigurationException(List.of(new ConfigurationProblem(
                    Severity.WRONG,
                    config.getJobName(),
                    "cron",
                    "",
                    "a scheduled job needs one",
                    "Set it, or use OneOffJobBootstrap")));
        }
        return config;
    }

    /** Joins the job. Further calls have no effect. */
    public void schedule() {
        job.start();
    }

    @Override
    public void shutdown() {
        job.shutdown();
    }
}
