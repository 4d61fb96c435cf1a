package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.identity.HostAddress;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.threads.VirtualThreads;
import dev.elasticjob.tracing.TracingMetrics;
import dev.elasticjob.type.JobItemExecutors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All jobs of a process on one registry center, and what they share: a timer, a few threads that run the engine, threads that
 * run items and end when idle, sessions, and a thread that keeps the JVM running while there are jobs. No state is static.
 *
 * <p>On close, every job leaves: its runs end within a limit, and its history is written within another. Then sessions close,
 * then threads end.
 */
public final class Scheduler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

    private final CoordinatorRegistryCenter center;
    private final Environment environment;
    private final Guard guard;
    private final SchedulerResources resources;
    private final ClockJumps clockJumps;
    private final JobItemExecutors executors = JobItemExecutors.load();
    private final Map<String, ScheduledJob> jobs = new HashMap<>();
    private final KeepAlive keepAlive = new KeepAlive();
    private final Thread shutdownHook = new Thread(this::closeInHook, "elasticjob-shutdown");
    private boolean closed;

    Scheduler(CoordinatorRegistryCenter center, EngineSettings settings, Environment environment) {
        this.center = center;
        this.environment = environment;
        guard = Guard.of("Scheduler on " + center.describe(), environment.nanoTime());
        resources = SchedulerResources.create(center, settings, environment, HostAddress.choose(), guard);
        clockJumps = new ClockJumps(
                environment.clock(),
                environment.nanoTime(),
                resources.timer(),
                () -> scheduledJobs().forEach(ScheduledJob::reevaluate));
        Runtime.getRuntime().addShutdownHook(shutdownHook);
    }

    /** Returns the scheduler of a registry center, the same for all its jobs. */
    public static Scheduler on(CoordinatorRegistryCenter center) {
        Optional<Boolean> virtualThreads = VirtualThreads.chosen(center);
        return center.shared(
                Scheduler.class,
                () -> new Scheduler(center, EngineSettings.DEFAULT, Environment.system(virtualThreads)));
    }

    /** Returns what runs the items of each kind of job. */
    public JobItemExecutors executors() {
        return executors;
    }

    /**
     * Starts a job.
     *
     * @return completes when this process is a member of the job, or fails when it cannot become one
     * @throws IllegalStateException when a job of this name was started here and not shut down
     */
    public CompletableFuture<Void> start(JobConfiguration config, String className, ItemCode code) {
        ScheduledJob job;
        synchronized (this) {
            if (closed) {
                throw new RegistryException("The registry center is closed: start jobs before, or on another one");
            }
            if (jobs.containsKey(config.getJobName())) {
                throw new IllegalStateException("Job '" + config.getJobName()
                        + "' runs in this process already, on the same registry center. Shut it down first");
            }
            job = new ScheduledJob(config, className, code, resources, this::left);
            jobs.put(config.getJobName(), job);
        }
        try {
            keepAlive.hold();
            job.start();
        } catch (RuntimeException | Error thrown) {
            job.discard();
            throw thrown;
        }
        return job.joinedFuture();
    }

    /** Requests a run of all items of a job that was started in this process. */
    public CompletableFuture<OneOffResult> execute(String jobName) {
        return job(jobName).execute();
    }

    /**
     * Shuts a job down: it leaves at once, and its runs end within a limit.
     *
     * @return completes when it has left
     */
    public CompletableFuture<Void> shutdown(String jobName) {
        ScheduledJob job;
        synchronized (this) {
            job = jobs.get(jobName);
        }
        if (job == null) {
            return CompletableFuture.completedFuture(null);
        }
        job.leave(new Leave(Leave.Kind.SHUTDOWN, "it was shut down"));
        return job.leftFuture();
    }

    /** Returns the state of a job in this process; empty if the job does not run here. */
    public synchronized Optional<LocalView> localView(String jobName) {
        return Optional.ofNullable(jobs.get(jobName)).map(ScheduledJob::localView);
    }

    /** Returns the jobs that were started in this process and have not left. */
    public synchronized SortedSet<String> jobNames() {
        return new TreeSet<>(jobs.keySet());
    }

    /** Returns the sessions that the jobs share; none without jobs. */
    public List<SessionView> sessions() {
        return resources.sessions().views();
    }

    private synchronized ScheduledJob job(String jobName) {
        ScheduledJob job = jobs.get(jobName);
        if (job == null) {
            throw new IllegalStateException("Job '" + jobName + "' does not run in this process: it was not started,"
                    + " was shut down, or was removed");
        }
        return job;
    }

    private synchronized List<ScheduledJob> scheduledJobs() {
        return new ArrayList<>(jobs.values());
    }

    private synchronized void left(ScheduledJob job) {
        jobs.remove(job.name(), job);
        // close() ends the thread itself, as its last step: it may be called by a daemon thread.
        if (jobs.isEmpty() && !closed) {
            keepAlive.release();
        }
    }

    /** Returns the metrics of each storage that jobs write their history to. */
    public List<TracingMetrics> tracingMetrics() {
        return resources.histories().metrics();
    }

    private void closeInHook() {
        LOG.info("Shutting down: leaving all jobs on {}", center.describe());
        close();
    }

    /** Leaves all jobs, waits for them within the limits of the drain, and ends all threads. */
    @Override
    public void close() {
        List<ScheduledJob> left;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            left = new ArrayList<>(jobs.values());
        }
        left.forEach(job -> job.leave(new Leave(Leave.Kind.SHUTDOWN, "the scheduler is closed")));
        guard.run(OutgoingCall.ENGINE, () -> awaitAll(left));
        // Jobs that have not left within the limit do not leave any more: their threads end now.
        left.forEach(job -> job.leftFuture().complete(null));
        resources.sessions().close();
        clockJumps.close();
        guard.run(OutgoingCall.TIMER, environment.timer()::shutdownNow);
        guard.run(OutgoingCall.COORDINATION_THREAD, environment.deciding()::shutdown);
        guard.run(OutgoingCall.WORKER_THREAD, environment.working()::shutdownNow);
        keepAlive.release();
        if (Thread.currentThread() != shutdownHook) {
            try {
                Runtime.getRuntime().removeShutdownHook(shutdownHook);
            } catch (IllegalStateException alreadyEnding) {
                LOG.debug("The process is ending already", alreadyEnding);
            }
        }
    }

    private void awaitAll(List<ScheduledJob> left) {
        CompletableFuture<Void> all = CompletableFuture.allOf(
                left.stream().map(ScheduledJob::leftFuture).toArray(CompletableFuture[]::new));
        EngineSettings settings = resources.settings();
        Duration bound = settings.drain().plus(settings.drainInterrupted()).plusSeconds(10);
        try {
            all.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            LOG.warn(
                    "Not all jobs have left within {} s; closing nevertheless. Other instances may run their items",
                    bound.toSeconds());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | CompletionException impossible) {
            LOG.warn("Failed to wait for the jobs to leave", impossible);
        }
    }
}
