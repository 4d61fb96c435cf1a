package dev.elasticjob.scheduler;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.engine.requests.RunBarrier;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of a job's items on this instance: listeners, barriers, the code itself, events. Each run that the engine starts ends
 * exactly once, whatever is thrown.
 */
final class ItemRuns implements ItemTask.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(ItemRuns.class);

    /**
     * What the runs of a job need.
     *
     * @param joinedAs the instance of this process in the job
     * @param extensions the listeners and the error handler in force
     * @param session the current session; null while there is none
     * @param codeBegan receives the beginning of code that has a timeout, on the job's mailbox
     * @param runEnded receives the end of every run, on the job's mailbox
     */
    record Context(
            String jobName,
            String address,
            ItemCode code,
            Clock clock,
            Guard guard,
            Mailbox mailbox,
            Workers workers,
            DistributeOnce distributeOnce,
            Supplier<JobInstance> joinedAs,
            Supplier<JobExtensions> extensions,
            Supplier<OpenSession> session,
            Supplier<String> nonces,
            Consumer<JobEvent> events,
            Consumer<LocalRun> codeBegan,
            BiConsumer<LocalRun, Outcome> runEnded) {}

    /** Items that were started together. Listeners are called once for all of them. */
    private static final class Together {
        final ShardingContexts contexts;
        final JobExtensions around;
        final LocalRun run;
        /** The session that the runs were started in; null if there was none. */
        final OpenSession session;

        final TaskStates states;
        final AtomicInteger left;
        final Set<Integer> completed = ConcurrentHashMap.newKeySet();
        Optional<DistributeOnce.Passage> waiting = Optional.empty();

        Together(
                ShardingContexts contexts,
                JobExtensions around,
                OpenSession session,
                TaskStates states,
                List<LocalRun> runs) {
            this.contexts = contexts;
            this.session = session;
            this.around = around;
            this.states = states;
            run = runs.get(0);
            left = new AtomicInteger(runs.size());
        }
    }

    private final Context job;
    private final StreamingRuns streaming;
    private final Map<LocalRun, ItemTask> tasks = new HashMap<>();
    private final Map<ItemTask, Together> groups = new HashMap<>();

    /** @param streaming decides whether streaming runs continue */
    ItemRuns(Context job, Function<ItemRuns, StreamingRuns> streaming) {
        this.job = job;
        this.streaming = streaming.apply(this);
    }

    StreamingRuns streaming() {
        return streaming;
    }

    /** The runs whose code has begun or is about to. */
    Collection<LocalRun> running() {
        synchronized (tasks) {
            return List.copyOf(tasks.keySet());
        }
    }

    /** Interrupts all code. */
    void cancelAll() {
        synchronized (tasks) {
            tasks.values().forEach(ItemTask::cancel);
        }
    }

    // ---- the beginning ----

    /** Begins runs that were started together. */
    void begin(List<LocalRun> runs, JobConfiguration configuration) {
        try {
            prepare(runs, configuration);
        } catch (Throwable thrown) {
            job.guard.failed(OutgoingCall.ITEM_PREPARATION, thrown);
            // Failed, not never begun: runs that never began are started again at once, and would fail in the same way.
            runs.forEach(this::fail);
            job.extensions.get().handle(thrown);
        }
    }

    private void fail(LocalRun run) {
        synchronized (tasks) {
            groups.remove(tasks.remove(run));
        }
        job.mailbox.post(() -> job.runEnded.accept(run, Outcome.THREW));
    }

    private void prepare(List<LocalRun> runs, JobConfiguration configuration) {
        String taskId = job.jobName + "@-@"
                + runs.stream().map(run -> String.valueOf(run.item())).collect(Collectors.joining(",")) + "@-@READY@-@"
                + job.joinedAs.get().jobInstanceId();
        Map<Integer, String> given = configuration.itemParameters();
        Map<Integer, String> parameters = new TreeMap<>();
        runs.forEach(run -> parameters.put(run.item(), given.getOrDefault(run.item(), "")));
        ShardingContexts contexts = new ShardingContexts(
                taskId, job.jobName, runs.get(0).total(), configuration.getJobParameter(), parameters);
        TaskStates states = new TaskStates(
                job.jobName,
                new JobEvent.Task(
                        taskId,
                        job.joinedAs.get().jobInstanceId(),
                        job.address,
                        new TreeSet<>(parameters.keySet()),
                        runs.get(0).source()),
                job.clock,
                job.events);
        states.staged();
        Together together = new Together(contexts, job.extensions.get(), job.session.get(), states, runs);
        List<ItemTask> group = new ArrayList<>();
        for (LocalRun run : runs) {
            ItemTask task = new ItemTask(
                    run, taskId, parameters.get(run.item()), configuration, job.code, job.clock, job.guard, this);
            group.add(task);
            synchronized (tasks) {
                tasks.put(run, task);
                groups.put(task, together);
            }
        }
        Runnable execute = once(() -> group.forEach(task -> job.workers.execute(task::execute)));
        if (together.around.hasListeners()) {
            job.workers.execute(() -> {
                job.guard.run(OutgoingCall.JOB_LISTENER, () -> together.around.before(contexts));
                job.mailbox.post(() -> passStartBarrier(together, execute));
            });
        } else {
            execute.run();
        }
    }

    /** Takes items through the barrier. They run even if that fails. */
    private void passStartBarrier(Together together, Runnable execute) {
        if (!job.guard.run(OutgoingCall.DISTRIBUTE_ONCE_LISTENER, () -> atTheLastStart(together, execute))) {
            execute.run();
        }
    }

    private static Runnable once(Runnable task) {
        AtomicBoolean done = new AtomicBoolean();
        return () -> {
            if (done.compareAndSet(false, true)) {
                task.run();
            }
        };
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
        together.waiting = Optional.of(job.distributeOnce.pass(
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
        job.distributeOnce.pass(
                barrier(together, RunBarrier.Side.COMPLETED, together.completed),
                "doAfterJobExecutedAtLastCompleted for run " + together.run.runId(),
                longest(once, AbstractDistributeOnceElasticJobListener::completedTimeout),
                () -> once.forEach(listener ->
                        together.around.call(() -> listener.doAfterJobExecutedAtLastCompleted(together.contexts))),
                () -> {});
    }

    private RunBarrier barrier(Together together, RunBarrier.Side side, Set<Integer> items) {
        return new RunBarrier(
                job.jobName,
                side,
                together.run.runId(),
                together.run.isRequestedByOperator(),
                new TreeSet<>(items),
                together.run.total(),
                job.joinedAs.get().jobInstanceId(),
                longest(together.around.once(), AbstractDistributeOnceElasticJobListener::startedTimeout),
                job.nonces);
    }

    private static Duration longest(
            List<AbstractDistributeOnceElasticJobListener> once,
            Function<AbstractDistributeOnceElasticJobListener, Duration> timeout) {
        return once.stream().map(timeout).max(Comparator.naturalOrder()).orElseThrow();
    }

    // ---- while it runs ----

    void interrupt(LocalRun run, String reason) {
        ItemTask task;
        Together together;
        synchronized (tasks) {
            task = tasks.get(run);
            together = task == null ? null : groups.get(task);
        }
        if (task != null) {
            LOG.warn("Job '{}': interrupted item {}: {}", job.jobName, run.item(), reason);
            task.cancel(failure(run, reason));
            if (together != null) {
                together.waiting.ifPresent(DistributeOnce.Passage::end);
            }
        }
    }

    /** Returns with what a run fails that is ended by its timeout or an operator; empty if it is abandoned. */
    private Optional<Throwable> failure(LocalRun run, String reason) {
        String message = "Item " + run.item() + " of job '" + job.jobName + "' was interrupted: " + reason;
        if (run.isTimedOut()) {
            return Optional.of(new TimeoutException(message));
        }
        return run.isKilled() ? Optional.of(new CancellationException(message)) : Optional.empty();
    }

    @Override
    public boolean mayBegin(ItemTask task) {
        if (!task.run().isMonitored()) {
            return true;
        }
        OpenSession startedIn = group(task).session;
        return startedIn != null && startedIn == job.session.get() && !startedIn.isLeaseEnding();
    }

    @Override
    public boolean mayContinue(ItemTask task) {
        return streaming.mayContinue(task.run());
    }

    @Override
    public void began(ItemTask task) {
        if (!task.configuration().getTimeout().isZero()) {
            job.mailbox.post(() -> job.codeBegan.accept(task.run()));
        }
        group(task).states.began();
        job.events.accept(new JobEvent.Started(job.jobName, task.begunAt(), describe(task)));
        task.run()
                .lostInstanceId()
                .ifPresent(lost ->
                        job.events.accept(new JobEvent.FailedOver(job.jobName, task.begunAt(), describe(task), lost)));
    }

    private Together group(ItemTask task) {
        synchronized (tasks) {
            return groups.get(task);
        }
    }

    // ---- the end ----

    @Override
    public void ended(ItemTask task, Outcome outcome, Throwable thrown) {
        Together together;
        synchronized (tasks) {
            tasks.remove(task.run());
            together = groups.remove(task);
        }
        job.guard.run(OutgoingCall.HISTORY, () -> publishEnd(task, outcome, thrown));
        if (outcome == Outcome.THREW_RETRYABLE) {
            // The error handler, which may notify people, is called when no retry is left.
            LOG.warn(
                    "Job '{}': item {} failed in try {}; it is tried again",
                    job.jobName,
                    task.run().item(),
                    task.run().tryNumber(),
                    thrown);
        } else if (outcome == Outcome.THREW && !task.isKilled()) {
            job.guard.run(OutgoingCall.ERROR_HANDLER, () -> together.around.handle(thrown));
        }
        if (outcome == Outcome.RETURNED || outcome == Outcome.THREW) {
            together.completed.add(task.run().item());
        }
        // Before the engine is notified: with its last run ended, a job that leaves has left.
        job.guard.run(
                OutgoingCall.HISTORY, () -> together.states.ended(task.run().item(), outcome, thrown));
        boolean last = together.left.decrementAndGet() == 0;
        if (last) {
            // Before the end is recorded: other instances may wait for this one at the barrier.
            job.mailbox.post(() -> atTheLastCompletion(together));
        }
        job.mailbox.post(() -> job.runEnded.accept(task.run(), outcome));
        if (last && together.around.hasListeners()) {
            job.guard.run(OutgoingCall.JOB_LISTENER, () -> together.around.after(together.contexts));
        }
    }

    private void publishEnd(ItemTask task, Outcome outcome, Throwable thrown) {
        switch (outcome) {
            case RETURNED -> job.events.accept(new JobEvent.Finished(job.jobName, job.clock.instant(), describe(task)));
            case THREW, THREW_RETRYABLE ->
                job.events.accept(new JobEvent.Failed(job.jobName, job.clock.instant(), describe(task), thrown));
            case INTERRUPTED ->
                job.events.accept(new JobEvent.Abandoned(
                        job.jobName,
                        job.clock.instant(),
                        describe(task),
                        "it was interrupted" + (thrown == null ? "" : ": " + thrown)));
            case NEVER_BEGUN -> {}
        }
    }

    private JobEvent.Run describe(ItemTask task) {
        LocalRun run = task.run();
        return new JobEvent.Run(
                run.runId(),
                task.taskId(),
                job.joinedAs.get().jobInstanceId(),
                job.address,
                run.item(),
                run.total(),
                run.source(),
                task.begunAt(),
                run.scheduledAt(),
                run.attempt(),
                run.token());
    }
}
