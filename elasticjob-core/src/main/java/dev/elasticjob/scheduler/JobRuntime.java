package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.config.ConfigurationDrift;
import dev.elasticjob.engine.AskedRun;
import dev.elasticjob.engine.Effects;
import dev.elasticjob.engine.EngineSettings;
import dev.elasticjob.engine.JobMachine;
import dev.elasticjob.engine.Leave;
import dev.elasticjob.engine.LocalRun;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thin shell around a {@link JobMachine}: it carries out what the machine decides and tells it what happened, one thing
 * at a time through a {@link Mailbox}. It decides nothing itself.
 */
final class JobRuntime implements Effects, SessionUser {

    private static final Logger LOG = LoggerFactory.getLogger(JobRuntime.class);
    private static final Duration STRATEGY_LIMIT = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final int MOST_DOUBLINGS = 8;

    private final JobConfiguration configInCode;
    private final Environment environment;
    private final String address;
    private final ReliableTimer timer;
    private final Executor working;
    private final SessionPool sessions;
    private final Strategies strategies;
    private final Consumer<JobRuntime> onLeft;
    private final Guard guard;
    private final Mailbox mailbox;
    private final JobMachine machine;
    private final Workers workers;
    private final ItemRuns runs;
    private final Histories.Tracing history;
    private final Consumer<JobEvent> logging = new EventLog();
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final OneOffRuns oneOffRuns;
    private final DistributeOnce distributeOnce;

    private volatile JobSurroundings surroundings;
    private volatile JobInstance instance;
    private volatile OpenSession session;
    private Consumer<Hint> hints = hint -> {};
    private volatile SharedSession shared;
    private final Map<String, Watch> watches = new HashMap<>();
    private final Set<String> missingWatches = new HashSet<>();
    private Optional<ReliableTimer.Timeout> wake = Optional.empty();
    private int failedSteps;
    private boolean driftTold;
    private volatile JobConfiguration configInForce;

    JobRuntime(
            JobConfiguration config,
            String className,
            ItemCode code,
            EngineSettings settings,
            Environment environment,
            String address,
            ReliableTimer timer,
            Executor deciding,
            Executor working,
            SessionPool sessions,
            Strategies strategies,
            Histories histories,
            Consumer<JobRuntime> onLeft) {
        configInCode = config;
        configInForce = config;
        this.environment = environment;
        this.address = address;
        this.timer = timer;
        this.working = working;
        this.sessions = sessions;
        this.strategies = strategies;
        this.onLeft = onLeft;
        guard = new Guard("Job '" + config.getJobName() + "'", environment.nanoTime(), this::publishReport);
        surroundings = JobSurroundings.of(config, guard);
        workers = new Workers(working, surroundings.poolSize());
        machine = new JobMachine(config, className, new RegistryConfigText(config), settings, this);
        mailbox = new Mailbox(deciding, machine::settle, guard, this::lookAgainAfterFailure);
        oneOffRuns = new OneOffRuns(config.getJobName(), timer, guard);
        distributeOnce = new DistributeOnce(
                mailbox,
                timer,
                guard,
                working,
                this::registrySession,
                machine::registryTime,
                message -> publish(new JobEvent.Reported(jobName(), now(), message)));
        runs = new ItemRuns(
                new ItemRuns.Context(
                        jobName(),
                        address,
                        code,
                        environment.clock(),
                        guard,
                        mailbox,
                        workers,
                        distributeOnce,
                        () -> instance,
                        () -> surroundings,
                        () -> session,
                        this::nonce,
                        this::publish,
                        machine::runEnded),
                all -> new StreamingRuns(
                        jobName(), environment.nanoTime(), guard, this::registrySession, () -> instance, all::running));
        // Last: it is the only part that others share, and that must be released.
        history = open(histories, config);
    }

    private Histories.Tracing open(Histories histories, JobConfiguration config) {
        try {
            return histories.of(config);
        } catch (RuntimeException | Error unusable) {
            surroundings.close();
            throw unusable;
        }
    }

    private RegistrySession registrySession() {
        OpenSession current = session;
        return current == null ? null : current.session();
    }

    /** For history; the log has it already. */
    private void publishReport(String message) {
        history.publish(new JobEvent.Reported(jobName(), now(), message), guard);
    }

    /** A step of the engine threw: whatever it was about, the next one decides it again. */
    private void lookAgainAfterFailure() {
        Duration pause = RETRY.multipliedBy(1L << Math.min(failedSteps, MOST_DOUBLINGS));
        failedSteps++;
        timer.schedule(
                () -> mailbox.post(() -> {
                    machine.look();
                    failedSteps = 0;
                }),
                pause);
    }

    String jobName() {
        return configInCode.getJobName();
    }

    void start() {
        shared = sessions.attach(this, plannedBytes());
    }

    /** Releases everything of a job that could not be started. */
    void discard() {
        if (shared != null) {
            sessions.release(shared, this);
        }
        surroundings.close();
        history.release();
        onLeft.accept(this);
    }

    /** What the job's bound nodes may need: an instance, leadership, and a mark for each item. */
    private int plannedBytes() {
        int path = 60 + jobName().length();
        return 3 * path + configInCode.getShardingTotalCount() * path;
    }

    CompletableFuture<Void> joined() {
        return joined;
    }

    LocalView localView() {
        JobInstance joinedAs = instance;
        Set<Integer> running = runs.running().stream().map(LocalRun::item).collect(Collectors.toSet());
        return new LocalView(
                joinedAs == null ? "" : joinedAs.jobInstanceId(),
                configInForce,
                runs.streaming().owned(),
                running);
    }

    CompletableFuture<Void> left() {
        return left;
    }

    void leave(Leave why) {
        runs.streaming().leave();
        Set<Integer> running = runs.running().stream().map(LocalRun::item).collect(Collectors.toSet());
        if (!running.isEmpty()) {
            LOG.info("Job '{}': waiting for items {} to end: {}", jobName(), ItemRanges.of(running), why.reason());
        }
        mailbox.post(() -> machine.leave(why));
    }

    void lookAgain() {
        mailbox.post(machine::look);
    }

    CompletableFuture<OneOffResult> execute() {
        String runId = "one-off-" + nonce();
        CompletableFuture<OneOffResult> result = oneOffRuns.expect(runId);
        mailbox.post(() -> {
            try {
                machine.execute(runId, RunSource.ONE_OFF);
            } catch (Throwable thrown) {
                oneOffRuns.notRequested(runId, thrown);
                throw thrown;
            }
        });
        return result;
    }

    // ---- the session ----

    @Override
    public void sessionOpened(OpenSession opened) {
        mailbox.post(() -> {
            session = opened;
            hints = hint -> mailbox.post(() -> hinted(opened, hint));
            forgetWatches();
            machine.sessionOpened(opened.id(), opened.timeout(), opened.transactionBytes());
            oneOffRuns.follow(opened.session());
        });
    }

    private void forgetWatches() {
        watches.clear();
        missingWatches.clear();
    }

    private void hinted(OpenSession in, Hint hint) {
        if (in == session) {
            machine.hint(hint);
        }
    }

    @Override
    public void sessionSuspended() {
        mailbox.post(machine::suspended);
    }

    @Override
    public void sessionResumed() {
        mailbox.post(machine::resumed);
    }

    @Override
    public void leaseEnding() {
        // Not behind whatever waits in the mailbox: this one is urgent.
        runs.cancelAll();
        mailbox.post(machine::leaseEnding);
    }

    @Override
    public void sessionLost() {
        runs.cancelAll();
        mailbox.post(() -> {
            session = null;
            forgetWatches();
            machine.sessionLost();
        });
    }

    // ---- effects: none of them throws, or a decision of the engine would be carried out in part ----

    @Override
    public Instant now() {
        return guard.get(OutgoingCall.CLOCK, environment.clock()::instant, Instant.now());
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(environment.nanoTime().getAsLong());
    }

    @Override
    public RandomGenerator random() {
        return environment.random().get();
    }

    @Override
    public String nonce() {
        return Long.toUnsignedString(random().nextLong(), 36);
    }

    @Override
    public JobInstance newInstance() {
        return environment.identities().apply(address);
    }

    @Override
    public void read(ReadRequest request, Consumer<ReadResult> then) {
        session.reads().call(request).thenAccept(result -> mailbox.post(() -> then.accept(result)));
    }

    @Override
    public void commit(String what, Transaction transaction, Consumer<CommitResult> then) {
        LOG.debug("Job '{}': {}: {}", jobName(), what, transaction);
        session.commits().call(transaction).thenAccept(result -> mailbox.post(() -> then.accept(result)));
    }

    @Override
    public void watch(String path, Watch.Scope scope) {
        if (!tryToWatch(path, scope)) {
            OpenSession in = session;
            missingWatches.add(path);
            timer.schedule(() -> mailbox.post(() -> watchAgain(in, path, scope)), RETRY);
        }
    }

    private boolean tryToWatch(String path, Watch.Scope scope) {
        return guard.run(
                OutgoingCall.REGISTRY_WATCH,
                () -> watches.put(path, session.session().watch(path, scope, hints)));
    }

    private void watchAgain(OpenSession in, String path, Watch.Scope scope) {
        if (in == session && missingWatches.remove(path)) {
            watch(path, scope);
            // It may have changed before it was watched.
            machine.hint(new Hint(path, true));
        }
    }

    @Override
    public void unwatch(String path) {
        missingWatches.remove(path);
        Optional.ofNullable(watches.remove(path)).ifPresent(this::close);
    }

    private void close(Watch watch) {
        guard.run(OutgoingCall.REGISTRY_UNWATCH, watch::close);
    }

    @Override
    public void wakeAfter(Duration delay) {
        wake.ifPresent(ReliableTimer.Timeout::cancel);
        // One more, so that the moment has come for certain.
        wake = Optional.of(timer.schedule(this::lookAgain, delay.plusNanos(1)));
    }

    @Override
    public void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total) {
        if (strategies.isQuick(type)) {
            Map<JobInstance, List<Integer>> answer = guard.get(
                    OutgoingCall.SHARDING_STRATEGY,
                    () -> strategies.get(type).sharding(instances, jobName(), total),
                    null);
            machine.strategyAnswered(fingerprint, Optional.ofNullable(answer), "it threw, see the log");
            return;
        }
        CompletableFuture<Map<JobInstance, List<Integer>>> called = CompletableFuture.supplyAsync(
                () -> strategies.get(type).sharding(List.copyOf(instances), jobName(), total), working);
        ReliableTimer.Timeout limit = timer.schedule(
                () -> called.completeExceptionally(
                        new TimeoutException("no result within " + STRATEGY_LIMIT.toSeconds() + " s")),
                STRATEGY_LIMIT);
        called.whenComplete((answer, problem) -> {
            limit.cancel();
            mailbox.post(() -> machine.strategyAnswered(
                    fingerprint,
                    Optional.ofNullable(answer),
                    problem == null ? "it answered null" : String.valueOf(problem)));
        });
    }

    @Override
    public void publish(JobEvent event) {
        guard.run(OutgoingCall.HISTORY, () -> logging.accept(event));
        history.publish(event, guard);
    }

    @Override
    public void joined(JobInstance joinedAs) {
        instance = joinedAs;
        LOG.info("Joined job '{}' as {}", jobName(), joinedAs.jobInstanceId());
        joined.complete(null);
    }

    @Override
    public void recorded(LocalRun run, Optional<AskedRun.End> end) {
        guard.run(OutgoingCall.REGISTRY_READ, () -> oneOffRuns.recorded(run.runId(), run.item(), end));
    }

    @Override
    public void owns(Set<Integer> items) {
        Set<Integer> before = runs.streaming().owned();
        runs.streaming().owns(Set.copyOf(items));
        LOG.info("Job '{}': owned items changed from {} to {}", jobName(), ItemRanges.of(before), ItemRanges.of(items));
        guard.run(OutgoingCall.REGISTRY_READ, oneOffRuns::itemsMoved);
    }

    @Override
    public void asked(String runId, int total, boolean onlyUs) {
        if (configInForce.isMonitorExecution()) {
            guard.run(OutgoingCall.REGISTRY_READ, () -> oneOffRuns.asked(runId, total, onlyUs));
        } else {
            oneOffRuns.cannotBeKnown(runId);
        }
    }

    @Override
    public void configured(JobConfiguration configuration) {
        configInForce = configuration;
        guard.run(OutgoingCall.EXTENSIONS, () -> adopt(configuration));
    }

    private void adopt(JobConfiguration configuration) {
        if (!driftTold) {
            driftTold = true;
            List<ConfigurationDrift> drift = ConfigurationDrift.between(configInCode, configuration);
            if (!drift.isEmpty() && !configInCode.isOverwrite()) {
                publish(new JobEvent.Reported(
                        jobName(),
                        now(),
                        "The registry's configuration differs from the one in the code, and counts: " + drift
                                + ". Set overwrite to let the code's replace it at the next start"));
            }
        }
        JobSurroundings before = surroundings;
        if (!before.fits(configuration)) {
            try {
                surroundings = JobSurroundings.of(configuration, guard);
                workers.limit(surroundings.poolSize());
                before.close();
            } catch (IllegalArgumentException unusable) {
                publish(new JobEvent.Reported(
                        jobName(), now(), "The edited configuration is used only in part: " + unusable.getMessage()));
            }
        }
    }

    @Override
    public void left(Leave leave) {
        switch (leave.kind()) {
            case SHUTDOWN -> LOG.info("Left job '{}': {}", jobName(), leave.reason());
            case REMOVED ->
                LOG.warn("Job '{}' was removed from the registry; it does not run in this process any more", jobName());
            case OPERATOR, FAILED ->
                LOG.warn("Left job '{}', which does not run in this process any more: {}", jobName(), leave.reason());
        }
        wake.ifPresent(ReliableTimer.Timeout::cancel);
        distributeOnce.whenSettled(() -> release(leave));
    }

    private void release(Leave leave) {
        watches.values().forEach(this::close);
        forgetWatches();
        guard.run(OutgoingCall.REGISTRY_CLOSE, () -> sessions.release(shared, this));
        surroundings.close();
        oneOffRuns.end(leave.reason());
        joined.completeExceptionally(new IllegalStateException(leave.reason()));
        // What is left to be written of the history is written first: the application may close the storage next.
        guard.get(OutgoingCall.HISTORY_CLOSE, history::release, CompletableFuture.<Void>completedFuture(null))
                .whenComplete((closed, problem) -> {
                    onLeft.accept(this);
                    left.complete(null);
                });
    }

    // ---- running items ----

    @Override
    public void run(List<LocalRun> started, JobConfiguration configuration) {
        runs.begin(started, configuration);
    }

    @Override
    public void interrupt(LocalRun run, String reason) {
        guard.run(OutgoingCall.DISTRIBUTE_ONCE_LISTENER, () -> runs.interrupt(run, reason));
    }
}
