package dev.elasticjob.scheduler;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.config.ConfigurationDrift;
import dev.elasticjob.engine.AskedRun;
import dev.elasticjob.engine.Effects;
import dev.elasticjob.engine.EngineSettings;
import dev.elasticjob.engine.JobMachine;
import dev.elasticjob.engine.Leave;
import dev.elasticjob.engine.LocalRun;
import dev.elasticjob.engine.LocalRun.Outcome;
import dev.elasticjob.engine.RunBarrier;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thin shell around a {@link JobMachine}: it carries out what the machine decides and tells it what happened, one thing
 * at a time through a {@link Mailbox}. It decides nothing itself.
 */
final class JobRuntime implements Effects, SessionUser, ItemTask.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(JobRuntime.class);
    private static final long ASK_DISABLED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration STRATEGY_LIMIT = Duration.ofSeconds(10);

    private final JobConfiguration configInCode;
    private final ItemCode code;
    private final Clock clock;
    private final String address;
    private final ScheduledExecutorService timer;
    private final ExecutorService working;
    private final SessionPool sessions;
    private final Strategies strategies;
    private final Consumer<JobRuntime> onLeft;
    private final Mailbox mailbox;
    private final JobMachine machine;
    private final Workers workers;
    private final Histories.Tracing history;
    private final Consumer<JobEvent> logging = JobSurroundings.logging();
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final Map<LocalRun, ItemTask> tasks = new HashMap<>();
    private final OneOffRuns oneOffRuns;
    private final DistributeOnce distributeOnce;

    private volatile JobSurroundings surroundings;
    private volatile JobInstance instance;
    private volatile RegistrySession session;
    private Consumer<Hint> hints = hint -> {};
    private GatheredCommits commits;
    private GatheredReads reads;
    private volatile Set<Integer> owned = Set.of();
    private volatile Set<Integer> disabled = Set.of();
    private final AtomicLong disabledAskedAt = new AtomicLong(System.nanoTime() - ASK_DISABLED_NANOS);
    private SharedSession shared;
    private final Map<String, Watch> watches = new HashMap<>();
    private ScheduledFuture<?> wake;
    private boolean driftTold;
    private volatile JobConfiguration configInForce;

    JobRuntime(
            JobConfiguration config,
            String className,
            ItemCode code,
            EngineSettings settings,
            Clock clock,
            String address,
            ScheduledExecutorService timer,
            ExecutorService deciding,
            ExecutorService working,
            SessionPool sessions,
            Strategies strategies,
            Histories histories,
            Consumer<JobRuntime> onLeft) {
        configInCode = config;
        configInForce = config;
        this.code = code;
        this.clock = clock;
        this.address = address;
        this.timer = timer;
        this.working = working;
        this.sessions = sessions;
        this.strategies = strategies;
        this.onLeft = onLeft;
        surroundings = JobSurroundings.of(config);
        history = histories.of(config);
        workers = new Workers(working, surroundings.poolSize());
        machine = new JobMachine(config, className, new RegistryConfigText(config), settings, this);
        mailbox = new Mailbox(config.getJobName(), deciding, machine::settle);
        oneOffRuns = new OneOffRuns(config.getJobName());
        distributeOnce = new DistributeOnce(
                mailbox,
                timer,
                working,
                () -> session,
                machine::registryTime,
                message -> publish(new JobEvent.Reported(jobName(), now(), message)));
    }

    String jobName() {
        return configInCode.getJobName();
    }

    void start() {
        shared = sessions.attach(this, plannedBytes());
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
        Set<Integer> running;
        synchronized (tasks) {
            running = tasks.keySet().stream().map(LocalRun::item).collect(Collectors.toSet());
        }
        return new LocalView(joinedAs == null ? "" : joinedAs.jobInstanceId(), configInForce, owned, running);
    }

    CompletableFuture<Void> left() {
        return left;
    }

    void leave(Leave why) {
        mailbox.post(() -> machine.leave(why));
    }

    void lookAgain() {
        mailbox.post(machine::look);
    }

    CompletableFuture<OneOffResult> execute() {
        String runId = "one-off-" + nonce();
        CompletableFuture<OneOffResult> result = oneOffRuns.expect(runId);
        mailbox.post(() -> machine.execute(runId, RunSource.ONE_OFF));
        return result;
    }

    // ---- the session ----

    @Override
    public void sessionOpened(RegistrySession opened, GatheredReads gatheredReads, GatheredCommits gatheredCommits) {
        mailbox.post(() -> {
            session = opened;
            hints = hint -> mailbox.post(() -> hinted(opened, hint));
            reads = gatheredReads;
            commits = gatheredCommits;
            watches.clear();
            oneOffRuns.follow(opened);
            machine.sessionOpened(opened.id(), opened.timeout(), opened.limits().transactionBytes());
        });
    }

    private void hinted(RegistrySession in, Hint hint) {
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
        synchronized (tasks) {
            tasks.values().forEach(ItemTask::cancel);
        }
        mailbox.post(machine::leaseEnding);
    }

    @Override
    public void sessionLost() {
        mailbox.post(() -> {
            session = null;
            watches.clear();
            machine.sessionLost();
        });
    }

    // ---- effects ----

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime());
    }

    @Override
    public RandomGenerator random() {
        return ThreadLocalRandom.current();
    }

    @Override
    public String nonce() {
        return Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
    }

    @Override
    public JobInstance newInstance() {
        return InstanceIdentity.fresh(address).toJobInstance();
    }

    @Override
    public void read(ReadRequest request, Consumer<ReadResult> then) {
        reads.call(request).thenAccept(result -> mailbox.post(() -> then.accept(result)));
    }

    @Override
    public void commit(String what, Transaction transaction, Consumer<CommitResult> then) {
        LOG.debug("Job '{}': {}: {}", jobName(), what, transaction);
        commits.call(transaction).thenAccept(result -> mailbox.post(() -> then.accept(result)));
    }

    @Override
    public void watch(String path, Watch.Scope scope) {
        watches.put(path, session.watch(path, scope, hints));
    }

    @Override
    public void unwatch(String path) {
        Watch watch = watches.remove(path);
        if (watch != null) {
            watch.close();
        }
    }

    @Override
    public void wakeAfter(Duration delay) {
        if (wake != null) {
            wake.cancel(false);
        }
        try {
            // One more, so that the moment has come for certain.
            wake = timer.schedule(this::lookAgain, delay.toNanos() + 1, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            LOG.debug("The scheduler has ended", ended);
        }
    }

    @Override
    public void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total) {
        if (strategies.isQuick(type)) {
            machine.strategyAnswered(
                    fingerprint, Optional.of(strategies.get(type).sharding(instances, jobName(), total)), "");
            return;
        }
        CompletableFuture.supplyAsync(
                        () -> strategies.get(type).sharding(List.copyOf(instances), jobName(), total), working)
                .orTimeout(STRATEGY_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, problem) -> mailbox.post(() -> machine.strategyAnswered(
                        fingerprint,
                        Optional.ofNullable(answer),
                        problem == null ? "it answered null" : String.valueOf(problem))));
    }

    @Override
    public void publish(JobEvent event) {
        logging.accept(event);
        history.publish(event);
    }

    @Override
    public void joined(JobInstance joinedAs) {
        instance = joinedAs;
        LOG.info("Job '{}' takes part as {}", jobName(), joinedAs.jobInstanceId());
        joined.complete(null);
    }

    @Override
    public void recorded(LocalRun run, Optional<AskedRun.End> end) {
        oneOffRuns.recorded(run.runId(), run.item(), end);
    }

    @Override
    public void owns(Set<Integer> items) {
        owned = Set.copyOf(items);
        oneOffRuns.itemsMoved();
    }

    @Override
    public void asked(String runId, int total, boolean onlyUs) {
        if (configInForce.isMonitorExecution()) {
            oneOffRuns.asked(runId, total, onlyUs);
        } else {
            oneOffRuns.cannotBeKnown(runId);
        }
    }

    @Override
    public void configured(JobConfiguration configuration) {
        configInForce = configuration;
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
                surroundings = JobSurroundings.of(configuration);
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
        LOG.info("Job '{}' has left: {}", jobName(), leave.reason());
        if (wake != null) {
            wake.cancel(false);
        }
        distributeOnce.whenSettled(() -> release(leave));
    }

    private void release(Leave leave) {
        watches.values().forEach(Watch::close);
        watches.clear();
        sessions.release(shared, this);
        surroundings.close();
        oneOffRuns.end(leave.reason());
        joined.completeExceptionally(new IllegalStateException(leave.reason()));
        // What is left to be written of the history is written first: who shuts down may close the storage next.
        history.release().whenComplete((closed, problem) -> {
            onLeft.accept(this);
            left.complete(null);
        });
    }

    // ---- running items ----

    /** Items that were started together: listeners see them as one. */
    private static final class Together {
        final ShardingContexts contexts;
        final JobSurroundings around;
        final LocalRun run;
        final TaskStates states;
        final AtomicInteger left;
        final Set<Integer> completed = ConcurrentHashMap.newKeySet();
        Optional<DistributeOnce.Passage> waiting = Optional.empty();

        Together(ShardingContexts contexts, JobSurroundings around, TaskStates states, List<LocalRun> runs) {
            this.contexts = contexts;
            this.around = around;
            this.states = states;
            run = runs.get(0);
            left = new AtomicInteger(runs.size());
        }
    }

    private final Map<ItemTask, Together> groups = new HashMap<>();

    @Override
    public void run(List<LocalRun> runs, JobConfiguration configuration) {
        String taskId = jobName() + "@-@"
                + runs.stream().map(run -> String.valueOf(run.item())).collect(Collectors.joining(",")) + "@-@READY@-@"
                + instance.jobInstanceId();
        Map<Integer, String> parameters = new TreeMap<>();
        runs.forEach(
                run -> parameters.put(run.item(), configuration.itemParameters().getOrDefault(run.item(), "")));
        ShardingContexts contexts = new ShardingContexts(
                taskId, jobName(), runs.get(0).total(), configuration.getJobParameter(), parameters);
        TaskStates states = new TaskStates(
                jobName(),
                new JobEvent.Task(
                        taskId,
                        instance.jobInstanceId(),
                        address,
                        new TreeSet<>(parameters.keySet()),
                        runs.get(0).source()),
                clock,
                this::publish);
        states.staged();
        Together together = new Together(contexts, surroundings, states, runs);
        List<ItemTask> group = new ArrayList<>();
        for (LocalRun run : runs) {
            ItemTask task = new ItemTask(run, taskId, parameters.get(run.item()), configuration, code, clock, this);
            group.add(task);
            synchronized (tasks) {
                tasks.put(run, task);
                groups.put(task, together);
            }
        }
        Runnable execute = () -> group.forEach(task -> workers.execute(task::execute));
        if (together.around.hasListeners()) {
            workers.execute(() -> {
                together.around.before(contexts);
                mailbox.post(() -> atTheLastStart(together, execute));
            });
        } else {
            execute.run();
        }
    }

    // ---- distribute-once listeners ----

    private void atTheLastStart(Together together, Runnable then) {
        List<AbstractDistributeOnceElasticJobListener> once = together.around.once();
        boolean cancelled;
        synchronized (tasks) {
            cancelled = tasks.values().stream().anyMatch(task -> groups.get(task) == together && task.isCancelled());
        }
        if (once.isEmpty() || cancelled) {
            then.run();
            return;
        }
        together.waiting = Optional.of(distributeOnce.pass(
                barrier(
                        together,
                        RunBarrier.Side.STARTED,
                        together.contexts.getShardingItemParameters().keySet()),
                "doBeforeJobExecutedAtLastStarted for run " + together.run.runId(),
                longest(once, AbstractDistributeOnceElasticJobListener::startedTimeout),
                () -> once.forEach(listener ->
                        together.around.call(() -> listener.doBeforeJobExecutedAtLastStarted(together.contexts))),
                then));
    }

    private void atTheLastCompletion(Together together) {
        List<AbstractDistributeOnceElasticJobListener> once = together.around.once();
        if (once.isEmpty() || together.completed.isEmpty()) {
            return;
        }
        distributeOnce.pass(
                barrier(together, RunBarrier.Side.COMPLETED, together.completed),
                "doAfterJobExecutedAtLastCompleted for run " + together.run.runId(),
                longest(once, AbstractDistributeOnceElasticJobListener::completedTimeout),
                () -> once.forEach(listener ->
                        together.around.call(() -> listener.doAfterJobExecutedAtLastCompleted(together.contexts))),
                () -> {});
    }

    private RunBarrier barrier(Together together, RunBarrier.Side side, Set<Integer> items) {
        return new RunBarrier(
                jobName(),
                side,
                together.run.runId(),
                together.run.isAskedByOperator(),
                new TreeSet<>(items),
                together.run.total(),
                instance.jobInstanceId(),
                longest(together.around.once(), AbstractDistributeOnceElasticJobListener::startedTimeout),
                this::nonce);
    }

    private static Duration longest(
            List<AbstractDistributeOnceElasticJobListener> once,
            Function<AbstractDistributeOnceElasticJobListener, Duration> timeout) {
        return once.stream().map(timeout).max(Comparator.naturalOrder()).orElseThrow();
    }

    @Override
    public void interrupt(LocalRun run, String reason) {
        ItemTask task;
        synchronized (tasks) {
            task = tasks.get(run);
        }
        if (task != null) {
            LOG.warn("Job '{}': item {} is interrupted: {}", jobName(), run.item(), reason);
            task.cancel();
            Together together;
            synchronized (tasks) {
                together = groups.get(task);
            }
            if (together != null) {
                together.waiting.ifPresent(DistributeOnce.Passage::end);
            }
        }
    }

    @Override
    public boolean mayBegin(ItemTask task) {
        RegistrySession current = session;
        return !task.run().isMonitored() || current != null && !SharedSession.isLeaseEnding(current);
    }

    @Override
    public boolean mayContinue(ItemTask task) {
        lookUpDisabled();
        boolean ours =
                owned.contains(task.run().item()) || task.run().lostInstanceId().isPresent();
        return ours && !disabled.contains(task.run().item());
    }

    /** Which items are disabled, asked at most once a second; the answer counts when it comes. */
    private void lookUpDisabled() {
        long now = System.nanoTime();
        long last = disabledAskedAt.get();
        RegistrySession current = session;
        if (current == null || now - last < ASK_DISABLED_NANOS || !disabledAskedAt.compareAndSet(last, now)) {
            return;
        }
        Map<String, Integer> paths = new HashMap<>();
        owned.forEach(item -> paths.put("/" + jobName() + "/sharding/" + item + "/disabled", item));
        current.read(ReadRequest.empty().nodes(paths.keySet())).thenAccept(result -> {
            if (result instanceof ReadResult.Snapshot snapshot) {
                disabled = snapshot.nodes().keySet().stream().map(paths::get).collect(Collectors.toSet());
            }
        });
    }

    @Override
    public void began(ItemTask task) {
        group(task).states.began();
        publish(new JobEvent.Started(jobName(), task.begunAt(), describe(task)));
        task.run()
                .lostInstanceId()
                .ifPresent(lost -> publish(new JobEvent.FailedOver(jobName(), now(), describe(task), lost)));
    }

    private Together group(ItemTask task) {
        synchronized (tasks) {
            return groups.get(task);
        }
    }

    @Override
    public void ended(ItemTask task, Outcome outcome, Throwable thrown) {
        Together together;
        synchronized (tasks) {
            tasks.remove(task.run());
            together = groups.remove(task);
        }
        switch (outcome) {
            case RETURNED -> publish(new JobEvent.Finished(jobName(), now(), describe(task)));
            case THREW -> {
                publish(new JobEvent.Failed(jobName(), now(), describe(task), thrown));
                together.around.handle(thrown);
            }
            case INTERRUPTED ->
                publish(new JobEvent.Abandoned(
                        jobName(),
                        now(),
                        describe(task),
                        "it was interrupted" + (thrown == null ? "" : ": " + thrown)));
            case NEVER_BEGUN -> {}
        }
        if (outcome == Outcome.RETURNED || outcome == Outcome.THREW) {
            together.completed.add(task.run().item());
        }
        // Before the machine hears of it: with its last run ended, a job that leaves has left.
        together.states.ended(task.run().item(), outcome, thrown);
        boolean last = together.left.decrementAndGet() == 0;
        if (last) {
            // Before we are told to have ended: others may wait for us at the barrier.
            mailbox.post(() -> atTheLastCompletion(together));
        }
        mailbox.post(() -> machine.runEnded(task.run(), outcome));
        if (last && together.around.hasListeners()) {
            together.around.after(together.contexts);
        }
    }

    private JobEvent.Run describe(ItemTask task) {
        LocalRun run = task.run();
        return new JobEvent.Run(
                run.runId(),
                task.taskId(),
                instance.jobInstanceId(),
                address,
                run.item(),
                run.total(),
                run.source(),
                task.begunAt(),
                run.scheduledAt(),
                run.attempt(),
                run.token());
    }
}
