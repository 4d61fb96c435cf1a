package dev.elasticjob.bootstrap;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.scheduler.OneOffResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Starts a job that runs on request. */
public final class OneOffJobBootstrap implements JobBootstrap {

    private final StartedJob job;

    /**
     * Starts a job whose class is annotated with {@link dev.elasticjob.api.ElasticJobConfiguration}.
     *
     * @param regCenter registry of the job
     * @param elasticJob object whose code runs
     */
    public OneOffJobBootstrap(CoordinatorRegistryCenter regCenter, ElasticJob elasticJob) {
        this(regCenter, elasticJob, JobConfiguration.fromAnnotation(elasticJob.getClass()));
    }

    public OneOffJobBootstrap(CoordinatorRegistryCenter regCenter, ElasticJob elasticJob, JobConfiguration jobConfig) {
        job = StartedJob.of(regCenter, elasticJob, withoutCron(jobConfig));
        job.start();
    }

    /**
     * Starts a job that consists of configuration only, such as {@code SCRIPT} or {@code HTTP}.
     *
     * @param regCenter registry of the job
     * @param elasticJobType type of the job
     * @param jobConfig settings of the job
     */
    public OneOffJobBootstrap(CoordinatorRegistryCenter regCenter, String elasticJobType, JobConfiguration jobConfig) {
        job = StartedJob.of(regCenter, elasticJobType, withoutCron(jobConfig));
        job.start();
    }

    private OneOffJobBootstrap(StartedJob job) {
        this.job = job;
    }

    /** Creates a bootstrap that joins the job at {@link #start()}, or at the first {@link #execute()} if that is earlier. */
    public static OneOffJobBootstrap notStarted(
            CoordinatorRegistryCenter regCenter, ElasticJob elasticJob, JobConfiguration jobConfig) {
        return new OneOffJobBootstrap(StartedJob.of(regCenter, elasticJob, withoutCron(jobConfig)));
    }

    /** Creates a bootstrap that joins a job that consists of configuration only, at {@link #start()} or at the first {@link #execute()}. */
    public static OneOffJobBootstrap notStarted(
            CoordinatorRegistryCenter regCenter, String elasticJobType, JobConfiguration jobConfig) {
        return new OneOffJobBootstrap(StartedJob.of(regCenter, elasticJobType, withoutCron(jobConfig)));
    }

    /** Joins the job. Has no effect if this instance has already joined it. */
    public void start() {
        job.start();
    }

    private static JobConfiguration withoutCron(JobConfiguration config) {
        if (!config.getCron().isEmpty()) {
            throw new JobConfigurationException(List.of(new ConfigurationProblem(
                    Severity.WRONG,
                    config.getJobName(),
                    "cron",
                    config.getCron(),
                    "a one-off job has none",
                    "Remove it, or use ScheduleJobBootstrap")));
        }
        return config;
    }

    /**
     * Requests a run of all items on the instances that own them. May be called any number of times; runs of an item are executed one
     * after the other.
     *
     * @return the result, after every item has ended
     */
    public CompletableFuture<OneOffResult> execute() {
        return job.execute();
    }

    @Override
    public void shutdown() {
        job.shutdown();
    }
}
