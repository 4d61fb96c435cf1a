package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.JobEngine;
import dev.elasticjob.engine.context.Effects;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the engine of a job to its environment: passes on what happens, one event at a time through a {@link Mailbox}, and
 * carries out what the engine decides. It makes no decisions.
 */
final class JobRuntime implements Effects, SessionUser {

    private static final Logger LOG = LoggerFactory.getLogger(JobRuntime.class);
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final int MOST_DOUBLINGS = 8;

    private final String jobName;
    private final Environment environment;
    private final SchedulerResources scheduler;
    private final Guard guard;
    private final ActiveConfiguration configuration;
    private final JobEvents events;
    private final Runnable onJoined;
    private final Consumer<Leave> onLeft;
    private final Mailbox mailbox;
    private final JobEngine machine;
    private final Workers workers;
    private final ItemRuns runs;
    private final JobWatches watches;
    private final OneOffRuns oneOffRuns;
    private final DistributeOnce distributeOnce;
    private volatile JobInstance instance;
    private volatile OpenSession session;
    private Optional<ReliableTimer.Timeout> wake = Optional.empty();
    private int failedSteps;

    /**
     * @param onJoined called when the instance is registered
     * @param onLeft called when the job has left and no other instance waits for this one
     */
    JobRuntime(
            JobConfiguration config,
            String className,
            ItemCode code,
            SchedulerResources scheduler,
            Guard guard,
            ActiveConfiguration configuration,
            JobEvents events,
            Runnable onJoined,
            Consumer<Leave> onLeft) {
        jobName = config.getJobName();
        this.scheduler = scheduler;
        this.guard = guard;
        this.configuration = configuration;
        this.events = events;
        this.onJoined = onJoined;
        this.onLeft = onLeft;
        environment = scheduler.environment();
        workers = new Workers(scheduler.working(), configuration.extensions().poolSize());
        machine = new JobEngine(config, className, new RegistryConfigText(config), scheduler.settings(), this);
        mailbox = new Mailbox(scheduler.deciding(), machine::settle, guard, this::reevaluateAfterFailure);
        watches = new JobWatches(scheduler.timer(), mailbox, guard, machine::hint);
        oneOffRuns =
                new OneOffRuns(jobName, () -> configuration.configuration().isFailover(), scheduler.timer(), guard);
        distributeOnce = new DistributeOnce(
                mailbox,
                scheduler.timer(),
                guard,
                scheduler.working(),
                this::registrySession,
                machine::registryTime,
                events::report);
        runs = new ItemRuns(
                new ItemRuns.Context(
                        jobName,
                        scheduler.address(),
                        code,
                        environment.clock(),
                        guard,
                        mailbox,
                        workers,
                        distributeOnce,
                        () -> instance,
                        configuration::extensions,
                        () -> session,
                        this::nonce,
                        events::publish,
                        machine::codeBegan,
                        machine::runEnded),
                all -> new StreamingRuns(
                        jobName, environment.nanoTime(), guard, this::registrySession, () -> instance, all::running));
    }

    private RegistrySession registrySession() {
        OpenSession current = session;
        return current == null ? null : current.session();
    }

    /** A step of the engine threw. The next step repeats its decisions. */
    private void reevaluateAfterFailure() {
        Duration pause = RETRY.multipliedBy(1L << Math.min(failedSteps, MOST_DOUBLINGS));
        failedSteps++;
        scheduler
                .timer()
                .schedule(
                        () -> mailbox.post(() -> {
                            machine.reconcile();
                            failedSteps = 0;
                        }),
                        pause);
    }

    // ---- calls of the application ----

    LocalView localView() {
        JobInstance joinedAs = instance;
        return new LocalView(
                joinedAs == null ? "" : joinedAs.jobInstanceId(),
                configuration.configuration(),
                runs.streaming().owned(),
                runningItems());
    }

    private Set<Integer> runningItems() {
        return runs.running().stream().map(LocalRun::item).collect(Collectors.toSet());
    }

    void leave(Leave why) {
        runs.streaming().leave();
        Set<Integer> running = runningItems();
        if (!running.isEmpty()) {
            LOG.info("Job '{}': waiting for items {} to end: {}", jobName, ItemRanges.of(running), why.reason());
        }
        mailbox.post(() -> machine.leave(why));
    }

    /** Lets the engine decide again what is to be done. */
    void reevaluate() {
        mailbox.post(machine::reconcile);
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
            watches.sessionOpened(opened.session());
            machine.sessionOpened(opened.id(), opened.timeout(), opened.transactionBytes());
            oneOffRuns.follow(opened.session());
        });
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
        // At once, not behind the messages in the mailbox.
        runs.cancelAll();
        mailbox.post(machine::leaseEnding);
    }

    @Override
    public void sessionLost() {
        runs.cancelAll();
        mailbox.post(() -> {
            session = null;
            watches.sessionLost();
            machine.sessionLost();
        });
    }

    // ---- effects: none of them throws, because a decision must not be carried out in part ----

    @Override
    public Instant now() {
        return environment.now(guard);
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
        return environment.identities().apply(scheduler.address());
    }

    @Override
    public void read(ReadRequest request, Consumer<ReadResult> then) {
        session.reads().call(request).thenAccept(result -> mailbox.post(() -> then.accept(result)));
    }

    @Override
    public void commit(String what, Transaction transaction, Consumer<CommitResult> then) {
        LOG.debug("Job '{}': {}: {}", jobName, what, transaction);
        session.commits().call(transaction).thenAccept(result -> mailbox.post(() -> then.accept(result)));
    }

    @Override
    public void watch(String path, Watch.Scope scope) {
        watches.set(path, scope);
    }

    @Override
    public void unwatch(String path) {
        watches.remove(path);
    }

    @Override
    public void wakeAfter(Duration delay) {
        wake.ifPresent(ReliableTimer.Timeout::cancel);
        // One nanosecond more, so that the time has come for certain.
        wake = Optional.of(scheduler.timer().schedule(this::reevaluate, delay.plusNanos(1)));
    }

    @Override
    public void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total) {
        scheduler
                .strategies()
                .assign(
                        type,
                        new Strategies.Question(instances, jobName, total),
                        guard,
                        (answer, problem) -> machine.strategyAnswered(fingerprint, answer, problem),
                        mailbox);
    }

    @Override
    public void publish(JobEvent event) {
        events.publish(event);
    }

    @Override
    public void joined(JobInstance joinedAs) {
        instance = joinedAs;
        LOG.info("Joined job '{}' as {}", jobName, joinedAs.jobInstanceId());
        onJoined.run();
    }

    @Override
    public void recorded(LocalRun run, Optional<RunEnd> end) {
        guard.run(OutgoingCall.REGISTRY_READ, () -> oneOffRuns.recorded(run.runId(), run.item(), end));
    }

    @Override
    public void owns(Set<Integer> items) {
        Set<Integer> before = runs.streaming().owned();
        runs.streaming().owns(Set.copyOf(items));
        LOG.info("Job '{}': owned items changed from {} to {}", jobName, ItemRanges.of(before), ItemRanges.of(items));
        guard.run(OutgoingCall.REGISTRY_READ, oneOffRuns::itemsMoved);
    }

    @Override
    public void requested(String runId, int total, boolean startedHere) {
        if (configuration.configuration().isMonitorExecution()) {
            guard.run(OutgoingCall.REGISTRY_READ, () -> oneOffRuns.requested(runId, total, startedHere));
        } else {
            oneOffRuns.endsUnrecorded(runId);
        }
    }

    @Override
    public void configured(JobConfiguration inRegistry) {
        configuration.replace(inRegistry, workers::limit);
    }

    @Override
    public void left(Leave leave) {
        switch (leave.kind()) {
            case SHUTDOWN -> LOG.info("Left job '{}': {}", jobName, leave.reason());
            case REMOVED ->
                LOG.warn("Job '{}' was removed from the registry; it does not run in this process any more", jobName);
            case OPERATOR, FAILED ->
                LOG.warn("Left job '{}', which does not run in this process any more: {}", jobName, leave.reason());
        }
        wake.ifPresent(ReliableTimer.Timeout::cancel);
        distributeOnce.whenSettled(() -> {
            watches.close();
            oneOffRuns.end(leave.reason());
            onLeft.accept(leave);
        });
    }

    // ---- running items ----

    @Override
    public void run(List<LocalRun> started, JobConfiguration inForce) {
        runs.begin(started, inForce);
    }

    @Override
    public void interrupt(LocalRun run, String reason) {
        guard.run(OutgoingCall.DISTRIBUTE_ONCE_LISTENER, () -> runs.interrupt(run, reason));
    }
}
