package dev.elasticjob.bootstrap;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.executor.JobItemExecutor;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.scheduler.ItemCode;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.type.JobClassNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Common implementation of both kinds of bootstraps. */
final class StartedJob {

    private static final Logger LOG = LoggerFactory.getLogger(StartedJob.class);

    private final Scheduler scheduler;
    private final JobConfiguration config;
    private final String className;
    private final ItemCode code;
    private CompletableFuture<Void> joined;

    private StartedJob(
            Scheduler scheduler,
            JobConfiguration config,
            String className,
            JobItemExecutor<ElasticJob> executor,
            ItemCode code) {
        List<ConfigurationProblem> problems = new ArrayList<>(config.problems());
        problems.addAll(executor.problems(config));
        if (problems.stream().noneMatch(ConfigurationProblem::isRejectedInCode)) {
            problemOfErrorHandler(config).ifPresent(problems::add);
        }
        List<ConfigurationProblem> rejected =
                problems.stream().filter(ConfigurationProblem::isRejectedInCode).toList();
        if (!rejected.isEmpty()) {
            throw new JobConfigurationException(rejected);
        }
        problems.forEach(problem -> LOG.warn("Configuration in the code: {}", problem.message()));
        this.scheduler = scheduler;
        this.config = config.immutableCopy();
        this.className = className;
        this.code = code;
    }

    /**
     * Initialises an error handler in the same way as the start of the job, so that invalid properties are reported when the job is
     * defined.
     */
    private static Optional<ConfigurationProblem> problemOfErrorHandler(JobConfiguration config) {
        String type = config.getJobErrorHandlerType().isEmpty()
                ? JobConfiguration.DEFAULT_ERROR_HANDLER_TYPE
                : config.getJobErrorHandlerType();
        return Extensions.find(JobErrorHandler.class, type).flatMap(handler -> {
            try (handler) {
                handler.init(config.immutableCopy().getProps());
                return Optional.empty();
            } catch (IllegalArgumentException wrong) {
                return Optional.of(new ConfigurationProblem(
                        Severity.WRONG,
                        config.getJobName(),
                        "jobErrorHandlerType",
                        type,
                        withoutStop(wrong.getMessage()),
                        "Correct the properties (props) of this error handler, or choose another one"));
            }
        });
    }

    private static String withoutStop(String sentence) {
        String text = String.valueOf(sentence).strip();
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    static StartedJob of(CoordinatorRegistryCenter center, ElasticJob job, JobConfiguration config) {
        Scheduler scheduler = Scheduler.on(center);
        JobItemExecutor<ElasticJob> executor = scheduler.executors().forJob(config.getJobName(), job);
        return new StartedJob(
                scheduler,
                config,
                JobClassNames.of(job),
                executor,
                (configuration, runtime, context) -> executor.process(job, configuration, runtime, context));
    }

    static StartedJob of(CoordinatorRegistryCenter center, String type, JobConfiguration config) {
        Scheduler scheduler = Scheduler.on(center);
        JobItemExecutor<ElasticJob> executor = scheduler.executors().forType(config.getJobName(), type);
        return new StartedJob(
                scheduler,
                config,
                type,
                executor,
                (configuration, runtime, context) -> executor.process(null, configuration, runtime, context));
    }

    /** Starts the job if it is not started yet. Waits for the join if the join may fail because of the settings of the job. */
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
