package dev.elasticjob.bootstrap;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.scheduler.ItemCode;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.Scheduler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What both kinds of bootstraps do. */
final class StartedJob {

    private final Scheduler scheduler;
    private final JobConfiguration config;
    private final String className;
    private final ItemCode code;
    private CompletableFuture<Void> joined;

    StartedJob(CoordinatorRegistryCenter center, JobConfiguration config, String className, ItemCode code) {
        List<ConfigurationProblem> problems = config.problems();
        if (!problems.isEmpty()) {
            throw new JobConfigurationException(problems);
        }
        this.config = config.immutableCopy();
        this.className = className;
        this.code = code;
        scheduler = Scheduler.on(center);
    }

    /** Starts it if it was not; waits for the join where the join may fail for the job's own settings. */
    synchronized void start() {
        if (joined == null) {
            joined = scheduler.start(config, className, code);
        }
        if (config.getMaxTimeDiffSeconds() >= 0) {
            try {
                joined.join();
            } catch (CompletionException failed) {
                throw failed.getCause() instanceof IllegalStateException cause
                        ? new IllegalStateException(cause.getMessage(), cause)
                        : failed;
            }
        }
    }

    synchronized CompletableFuture<OneOffResult> execute() {
        start();
        return scheduler.execute(config.getJobName());
    }

    synchronized void shutdown() {
        if (joined != null) {
            scheduler.shutdown(config.getJobName()).join();
            joined = null;
        }
    }
}
