package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.api.JobType;
import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.config.JobTypeConfiguration;
import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.event.rdb.JobEventRdbConfiguration;
import com.dangdang.ddframe.job.exception.JobConfigurationException;
import com.dangdang.ddframe.job.exception.JobExecutionEnvironmentException;
import com.dangdang.ddframe.job.exception.JobSystemException;
import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandler;
import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandlerRegistry;
import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import com.dangdang.ddframe.job.executor.handler.JobProperties.JobPropertiesEnum;
import com.dangdang.ddframe.job.lite.api.listener.AbstractDistributeOnceElasticJobListener;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import com.dangdang.ddframe.job.lite.api.strategy.JobShardingStrategy;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.CronSyntaxException;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.Node;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.snapshot.SnapshotService;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.rdb.RdbTracingListenerFactory;
import dev.elasticjob.type.script.ScriptJobExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job of 2.x in this process. */
public final class LiteJob {

    private static final Logger LOG = LoggerFactory.getLogger(LiteJob.class);
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final int LONGEST_QUOTE = 200;

    private final LiteRegistry registry;
    private final LiteJobConfiguration configuration;
    private final Optional<JobEventConfiguration> events;
    private final List<dev.elasticjob.api.ElasticJobListener> listeners;
    private final ConfigNode node;
    private Optional<Scheduler> scheduler = Optional.empty();
    private Optional<SnapshotService> dump = Optional.empty();
    private volatile boolean paused;
    private boolean triggeredWhilePaused;

    public LiteJob(
            LiteRegistry registry,
            LiteJobConfiguration configuration,
            Optional<JobEventConfiguration> events,
            List<ElasticJobListener> listeners) {
        this.registry = registry;
        this.configuration = configuration;
        this.events = events;
        this.listeners = convert(listeners);
        node = new ConfigNode(
                configuration,
                this.listeners.stream()
                        .map(dev.elasticjob.api.ElasticJobListener::getType)
                        .toList());
    }

    /** Converts listeners. The numbers make their types unique: a process may have two jobs with the same name in different registries. */
    private List<dev.elasticjob.api.ElasticJobListener> convert(List<ElasticJobListener> given) {
        List<dev.elasticjob.api.ElasticJobListener> result = new ArrayList<>();
        if (given.stream().anyMatch(each -> !(each instanceof AbstractDistributeOnceElasticJobListener))) {
            result.add(new ListenersOf2x(newListenerType(), List.copyOf(given), () -> paused));
        }
        for (ElasticJobListener each : given) {
            if (each instanceof AbstractDistributeOnceElasticJobListener once) {
                result.add(new OnceListenerOf2x(newListenerType(), result.size(), once));
            }
        }
        return List.copyOf(result);
    }

    private String newListenerType() {
        return LiteExtensions.type(jobName() + "#" + NUMBERS.incrementAndGet());
    }

    public String jobName() {
        return configuration.getJobName();
    }

    private JobTree tree() {
        return new JobTree(jobName());
    }

    // ---- start ----

    /**
     * Registers the job and waits until this process has joined it.
     *
     * @param given object that runs the items; if empty, it is created from the configured class
     * @throws JobConfigurationException if a setting is invalid
     */
    public synchronized void start(Optional<ElasticJob> given) {
        declareClasses();
        Optional<ElasticJob> job = given.isPresent() ? given : create();
        job.ifPresent(this::checkType);
        JobConfiguration engineConfiguration = withHistory(node.configuration());
        listeners.forEach(LiteExtensions::add);
        try {
            check(engineConfiguration);
            checkStored();
            registry.center().add(jobName(), node);
            Scheduler target = Scheduler.on(registry.center());
            CompletableFuture<Void> joined = target.start(
                    engineConfiguration.immutableCopy(),
                    configuration.getTypeConfig().getJobClass(),
                    new ItemCodeOf2x(job, () -> paused));
            scheduler = Optional.of(target);
            awaitJoin(joined);
        } catch (IllegalArgumentException | IllegalStateException unusable) {
            forgetListeners();
            throw wrong(unusable.getMessage(), unusable);
        } catch (RuntimeException failed) {
            forgetListeners();
            throw failed;
        }
        openDump();
    }

    private void declareClasses() {
        var properties = configuration.getTypeConfig().getCoreConfig().getJobProperties();
        try {
            DeclaredClasses.declare(
                    "job_exception_handler",
                    properties.get(JobPropertiesEnum.JOB_EXCEPTION_HANDLER).strip(),
                    JobExceptionHandler.class);
            DeclaredClasses.declare(
                    "executor_service_handler",
                    properties.get(JobPropertiesEnum.EXECUTOR_SERVICE_HANDLER).strip(),
                    ExecutorServiceHandler.class);
            String strategy = configuration.getJobShardingStrategyClass().strip();
            if (!strategy.isEmpty()) {
                DeclaredClasses.declare("jobShardingStrategyClass", strategy, JobShardingStrategy.class);
            }
        } catch (JobConfigurationException unusable) {
            throw wrong("Job '" + jobName() + "': " + unusable.getMessage(), unusable);
        }
    }

    private Optional<ElasticJob> create() {
        JobTypeConfiguration type = configuration.getTypeConfig();
        if (type.getJobType() == JobType.SCRIPT) {
            return Optional.empty();
        }
        try {
            return Optional.of(ClassNames.newInstance("jobClass", type.getJobClass(), ElasticJob.class));
        } catch (JobConfigurationException unusable) {
            throw wrong("Job '" + jobName() + "': " + unusable.getMessage(), unusable);
        }
    }

    private void checkType(ElasticJob job) {
        JobType type = configuration.getTypeConfig().getJobType();
        Class<?> needed = type == JobType.SIMPLE ? SimpleJob.class : DataflowJob.class;
        if (type != JobType.SCRIPT && !needed.isInstance(job)) {
            throw wrong(
                    "Job '" + jobName() + "': class '" + job.getClass().getName() + "' does not implement "
                            + needed.getName() + ", which a job with "
                            + configuration.getTypeConfig().getClass().getSimpleName()
                            + " must. Implement it, or use the configuration of another type.",
                    null);
        }
    }

    private JobConfiguration withHistory(JobConfiguration base) {
        if (events.isEmpty()) {
            return base;
        }
        JobConfiguration.Builder builder = base.toBuilder();
        if (events.get() instanceof JobEventRdbConfiguration rdb) {
            if (rdb.getDataSource() == null) {
                throw wrong(
                        "Job '" + jobName()
                                + "': the DataSource of JobEventRdbConfiguration is null. Set it, or leave the"
                                + " configuration of events out.",
                        null);
            }
            builder.addExtraConfigurations(
                    new TracingConfiguration<>(RdbTracingListenerFactory.TYPE, rdb.getDataSource()));
        } else {
            builder.addExtraConfigurations(new TracingConfiguration<>(EventTracing.TYPE, events.get()));
        }
        return builder.buildUnchecked();
    }

    /** Rejects invalid settings. Unwise settings, which 2.x accepted, are only logged. */
    private void check(JobConfiguration engineConfiguration) {
        List<ConfigurationProblem> problems = new ArrayList<>(engineConfiguration.problems());
        if (configuration.getTypeConfig().getJobType() == JobType.SCRIPT) {
            problems.addAll(new ScriptJobExecutor().problems(engineConfiguration));
        }
        problems.stream()
                .filter(ConfigurationProblem::isToleratedInRegistry)
                .forEach(each -> LOG.warn("{}", each.message()));
        String wrong = problems.stream()
                .filter(each -> !each.isToleratedInRegistry())
                .map(ConfigurationProblem::message)
                .collect(Collectors.joining("\n"));
        if (!wrong.isEmpty()) {
            throw wrong(wrong, null);
        }
    }

    /** Rejects a job with the same name but another class, and an invalid configuration in the registry. */
    private void checkStored() {
        String path = tree().config();
        Optional<String> text = registry.access()
                .node(path)
                .map(Node::text)
                .filter(stored -> !stored.isBlank() && ConfigNode.isJson(stored));
        if (text.isEmpty()) {
            return;
        }
        Map<String, Object> values;
        try {
            values = Json.readObject(text.get());
        } catch (IllegalArgumentException unreadable) {
            throw wrong(
                    "Job '" + jobName() + "': the node " + path + " is not valid JSON: " + unreadable.getMessage()
                            + ": " + quote(text.get()) + ". Correct it, or remove the job from the registry.",
                    unreadable);
        }
        String own = configuration.getTypeConfig().getJobClass();
        if (values.get("jobClass") instanceof String stored && !stored.equals(own)) {
            throw wrong(
                    "Job conflict with register center. The job '" + jobName() + "' in register center's class is '"
                            + stored + "', your job class is '" + own
                            + "'. Rename one of the jobs, or remove the job from the registry.",
                    null);
        }
    }

    private static String quote(String text) {
        return "'" + (text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text) + "'";
    }

    private void awaitJoin(CompletableFuture<Void> joined) {
        joined.whenComplete((done, failed) -> {
            if (failed != null) {
                reportFailedJoin(failed);
            }
        });
        if (isAnotherEngineRegistered()) {
            LOG.info("Job '{}' is registered by instances of another engine; not waiting for them to end", jobName());
            return;
        }
        Duration limit = registry.limit();
        try {
            joined.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            awaitAssignment();
        } catch (TimeoutException late) {
            LOG.warn("Job '{}' has not joined within {} ms; it joins as soon as it can", jobName(), limit.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failed) {
            LOG.debug("Reported before", failed);
        }
    }

    /** Waits until items may have been assigned to this instance, because 2.x accepts a trigger immediately after the start. */
    private void awaitAssignment() {
        String id = instanceId().orElse("");
        boolean isDisabled = InstanceIdentity.parse(id)
                .flatMap(each -> registry.access().node(tree().server(each.address())))
                .filter(server -> server.text().equals(JobTree.DISABLED))
                .isPresent();
        if (!isDisabled
                && !registry.access()
                        .awaitData(
                                tree().epoch(),
                                text -> Epoch.decode(text)
                                        .filter(epoch -> epoch.members().contains(id))
                                        .isPresent())) {
            LOG.warn(
                    "No items of job '{}' were assigned within {} ms after it joined; waiting for the leader",
                    jobName(),
                    registry.limit().toMillis());
        }
    }

    private boolean isAnotherEngineRegistered() {
        return registry.access().children(tree().instances()).stream()
                .anyMatch(id -> !InstanceIdentity.parse(id)
                        .map(InstanceIdentity::isOurs)
                        .orElse(false));
    }

    /** Reports a failed join. Like 2.x, a clock that differs too much is passed to the exception handler. */
    private void reportFailedJoin(Throwable failed) {
        Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
        LOG.error("Job '{}' does not run on this instance: {}", jobName(), cause.getMessage());
        if (configuration.getMaxTimeDiffSeconds() >= 0) {
            String handler = configuration
                    .getTypeConfig()
                    .getCoreConfig()
                    .getJobProperties()
                    .get(JobPropertiesEnum.JOB_EXCEPTION_HANDLER)
                    .strip();
            ClassNames.newInstance("job_exception_handler", handler, JobExceptionHandler.class)
                    .handleException(jobName(), new JobExecutionEnvironmentException("%s", cause.getMessage()));
        }
    }

    private void openDump() {
        int port = configuration.getMonitorPort();
        if (port < 0) {
            return;
        }
        try {
            dump = Optional.of(new SnapshotService(registry.center(), port).listen());
        } catch (IllegalArgumentException | IllegalStateException unavailable) {
            LOG.warn("Job '{}': monitorPort is {}: {}", jobName(), port, unavailable.getMessage());
        }
    }

    private JobConfigurationException wrong(String message, Throwable cause) {
        JobConfigurationException result = new JobConfigurationException("%s", message);
        if (cause != null) {
            result.initCause(cause);
        }
        return result;
    }

    // ---- while it runs ----

    /** Returns the identity of this process in the job; empty before it has joined. */
    public synchronized Optional<String> instanceId() {
        return view().map(LocalView::instanceId).filter(id -> !id.isEmpty());
    }

    public synchronized boolean isRunning() {
        return view().filter(each -> !each.running().isEmpty()).isPresent();
    }

    public synchronized int total() {
        return view().map(each -> each.configuration().getShardingTotalCount()).orElse(0);
    }

    private Optional<LocalView> view() {
        return scheduler.flatMap(each -> each.localView(jobName()));
    }

    public boolean isPaused() {
        return paused;
    }

    /** Skips the runs of this instance from now on. Its items stay assigned to it. */
    public void pause() {
        paused = true;
    }

    public synchronized void resume() {
        paused = false;
        if (triggeredWhilePaused) {
            triggeredWhilePaused = false;
            trigger();
        }
    }

    /** Requests a run of the items of this instance. While the job is paused, the request waits. */
    public synchronized void trigger() {
        if (paused) {
            triggeredWhilePaused = true;
            return;
        }
        String id = instanceId()
                .orElseThrow(() -> new JobSystemException(
                        "%s", "Job '" + jobName() + "' cannot be triggered: this process has not joined it."));
        registry.access().persist(tree().trigger(id), "");
    }

    /** Changes the cron expression in the registry, for all instances. */
    public void reschedule(String cron) {
        try {
            CronExpression.parse(cron);
        } catch (CronSyntaxException malformed) {
            JobSystemException result = new JobSystemException(
                    "%s", "Job '" + jobName() + "': cron is '" + cron + "': " + malformed.getMessage());
            result.initCause(malformed);
            throw result;
        }
        String path = tree().config();
        registry.access().update(path, text -> {
            if (ConfigNode.isJson(text)) {
                Map<String, Object> values = Json.readObject(text);
                values.put("cron", cron);
                return Json.write(values);
            }
            try {
                StoredConfiguration stored = JobConfigurationCodec.decode(path, text);
                return JobConfigurationCodec.encode(
                        stored.configuration().toBuilder().cron(cron).buildUnchecked(), stored.foreign());
            } catch (ConfigurationFormatException unreadable) {
                throw new JobSystemException(unreadable);
            }
        });
    }

    /** Leaves the job and waits until its runs have ended. */
    public void shutdown() {
        Optional<Scheduler> left;
        synchronized (this) {
            left = scheduler;
            scheduler = Optional.empty();
            dump.ifPresent(SnapshotService::close);
            dump = Optional.empty();
        }
        left.ifPresent(each -> each.shutdown(jobName()).join());
        ExecutorServiceHandlerRegistry.remove(jobName());
        forgetListeners();
    }

    private void forgetListeners() {
        listeners.forEach(each -> LiteExtensions.remove(each.getType()));
    }
}
