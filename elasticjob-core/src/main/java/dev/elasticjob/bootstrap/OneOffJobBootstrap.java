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

/** Takes part in a job that runs when somebody asks for it. */
public final class OneOffJobBootstrap implements JobBootstrap {

    private final StartedJob job;

    /** A job whose class is annotated with {@link dev.elasticjob.api.ElasticJobConfiguration}. */
    public OneOffJobBootstrap(CoordinatorRegistryCenter regCenter, ElasticJob elasticJob) {
        this(regCenter, elasticJob, JobConfiguration.fromAnnotation(elasticJob.getClass()));
    }

    public OneOffJobBootstrap(CoordinatorRegistryCenter regCenter, ElasticJob elasticJob, JobConfiguration jobConfig) {
        job = StartedJob.of(regCenter, elasticJob, withoutCron(jobConfig));
        job.start();
    }

    /** A job that is nothing but configuration, such as {@code SCRIPT} or {@code HTTP}. */
    public OneOffJobBootstrap(CoordinatorRegistryCenter regCenter, String elasticJobType, JobConfiguration jobConfig) {
        job = StartedJob.of(regCenter, elasticJobType, withoutCron(jobConfig));
        job.start();
    }

    private OneOffJobBootstrap(StartedJob job) {
        this.job = job;
    }

    /** One that takes part from {@link #start()} on, or from the first {@link #execute()}, if that is earlier. */
    public static OneOffJobBootstrap notStarted(
            CoordinatorRegistryCenter regCenter, ElasticJob elasticJob, JobConfiguration jobConfig) {
        return new OneOffJobBootstrap(StartedJob.of(regCenter, elasticJob, withoutCron(jobConfig)));
    }

    /** The same for a job that is nothing but configuration. */
    public static OneOffJobBootstrap notStarted(
            CoordinatorRegistryCenter regCenter, String elasticJobType, JobConfiguration jobConfig) {
        return new OneOffJobBootstrap(StartedJob.of(regCenter, elasticJobType, withoutCron(jobConfig)));
    }

    /** Takes part in the job from now on. Has no effect where it does already. */
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
     * Asks for a run of all items, wherever they are owned. May be called as often as wanted; runs of an item come one after
     * the other.
     *
     * @return what came of it, once every item has ended
     */
    public CompletableFuture<OneOffResult> execute() {
        return job.execute();
    }

    @Override
    public void shutdown() {
        job.shutdown();
    }
}
