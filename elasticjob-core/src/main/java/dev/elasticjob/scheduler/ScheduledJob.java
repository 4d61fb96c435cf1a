package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.Leave;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A job in this process, from its start until it has left and everything that it uses is released. */
final class ScheduledJob {

    private final String name;
    private final JobConfiguration inCode;
    private final SchedulerResources scheduler;
    private final Consumer<ScheduledJob> onLeft;
    private final Guard guard;
    private final JobEvents events;
    private final ActiveConfiguration configuration;
    private final JobRuntime runtime;
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private volatile SharedSession session;

    /**
     * @param className class of the job, which the registry shows
     * @param onLeft called when the job has left
     * @throws IllegalArgumentException if an extension or a history of the configuration does not exist, or rejects its settings
     */
    ScheduledJob(
            JobConfiguration config,
            String className,
            ItemCode code,
            SchedulerResources scheduler,
            Consumer<ScheduledJob> onLeft) {
        name = config.getJobName();
        inCode = config;
        this.scheduler = scheduler;
        this.onLeft = onLeft;
        Environment environment = scheduler.environment();
        guard = new Guard("Job '" + name + "'", environment.nanoTime(), this::reportLogged);
        events = new JobEvents(name, guard, () -> environment.now(guard));
        configuration = new ActiveConfiguration(config, guard, events::report);
        runtime = new JobRuntime(
                config, className, code, scheduler, guard, configuration, events, this::joined, this::release);
        // Last: histories are shared with other jobs and must be released.
        events.publishTo(open(scheduler.histories()));
    }

    private void reportLogged(String message) {
        events.reportLogged(message);
    }

    private Histories.Tracing open(Histories histories) {
        try {
            return histories.of(inCode);
        } catch (RuntimeException | Error unusable) {
            configuration.close();
            throw unusable;
        }
    }

    String name() {
        return name;
    }

    void start() {
        session = scheduler.sessions().attach(runtime, plannedBytes());
    }

    /** Returns what the job's bound nodes may need: an instance, leadership, and a mark for each item. */
    private int plannedBytes() {
        int path = 60 + name.length();
        return 3 * path + inCode.getShardingTotalCount() * path;
    }

    /** Releases everything of a job that could not be started. */
    void discard() {
        if (session != null) {
            scheduler.sessions().release(session, runtime);
        }
        configuration.close();
        events.close();
        onLeft.accept(this);
    }

    private void joined() {
        joined.complete(null);
    }

    /** Returns a future that completes when the job has joined, or fails when it has left before. */
    CompletableFuture<Void> joinedFuture() {
        return joined;
    }

    CompletableFuture<Void> leftFuture() {
        return left;
    }

    LocalView localView() {
        return runtime.localView();
    }

    CompletableFuture<OneOffResult> execute() {
        return runtime.execute();
    }

    /** Evaluates again what is to be done. */
    void reevaluate() {
        runtime.reevaluate();
    }

    void leave(Leave why) {
        runtime.leave(why);
    }

    /** The engine has left the job, and no other instance waits for this one. */
    private void release(Leave leave) {
        guard.run(OutgoingCall.REGISTRY_CLOSE, () -> scheduler.sessions().release(session, runtime));
        configuration.close();
        joined.completeExceptionally(new IllegalStateException(leave.reason()));
        // The remaining events are written first: the application may close the storage next.
        events.close().whenComplete((closed, problem) -> {
            onLeft.accept(this);
            left.complete(null);
        });
    }
}
