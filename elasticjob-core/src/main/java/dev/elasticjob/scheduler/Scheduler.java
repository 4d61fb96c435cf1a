package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.EngineSettings;
import dev.elasticjob.engine.Leave;
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
 * All jobs of a process on one registry center, and what they share: a timer, a few threads that decide, threads that run
 * items and end when idle, sessions, and a thread that keeps the JVM running while there are jobs. Here the object graph is
 * built; nothing in it is static.
 *
 * <p>Order of the end: every job leaves, which lets its runs end within a bound and its history be
 * written within another; then sessions close, then threads end.
 */
public final class Scheduler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
    private final CoordinatorRegistryCenter center;
    private final EngineSettings settings;
    private final Environment environment;
    private final Guard guard;
    private final String address;
    private final ReliableTimer timer;
    private final ReliableExecutor deciding;
    private final ReliableExecutor working;
    private final SessionPool sessions;
    private final Strategies strategies = new Strategies();
    private final Histories histories;
    private final ClockJumps clockJumps;
    private final JobItemExecutors executors = JobItemExecutors.load();
    private final Map<String, JobRuntime> jobs = new HashMap<>();
    private final KeepAlive keepAlive = new KeepAlive();
    private final Thread shutdownHook = new Thread(this::closeInHook, "elasticjob-shutdown");
    private boolean closed;

    Scheduler(CoordinatorRegistryCenter center, EngineSettings settings, Environment environment) {
        this.center = center;
        this.settings = settings;
        this.environment = environment;
        address = HostAddress.choose();
        guard = Guard.of("Scheduler on " + center.describe(), environment.nanoTime());
        timer = new ReliableTimer(environment.timer(), guard);
        deciding = new ReliableExecutor(environment.deciding(), timer, guard, OutgoingCall.COORDINATION_THREAD);
        working = new ReliableExecutor(environment.working(), timer, guard, OutgoingCall.WORKER_THREAD);
        sessions = new SessionPool(center, timer, guard, environment);
        histories = new Histories(working, guard);
        clockJumps = new ClockJumps(
                environment.clock(),
                environment.nanoTime(),
                timer,
                () -> runtimes().forEach(JobRuntime::lookAgain));
        Runtime.getRuntime().addShutdownHook(shutdownHook);
    }

    /** The scheduler of this center, the same for all jobs on it. */
    public static Scheduler on(CoordinatorRegistryCenter center) {
        Optional<Boolean> virtualThreads = VirtualThreads.chosen(center);
        return center.shared(
                Scheduler.class,
                () -> new Scheduler(center, EngineSettings.DEFAULT, Environment.system(virtualThreads)));
    }

    /** What runs the items of each kind of job. */
    public JobItemExecutors executors() {
        return executors;
    }

    /**
     * Starts a job.
     *
     * @return completes when the job takes part, or fails when it cannot
     * @throws IllegalStateException when a job of this name was started here and not shut down
     */
    public CompletableFuture<Void> start(JobConfiguration config, String className, ItemCode code) {
        JobRuntime runtime;
        synchronized (this) {
            if (closed) {
                throw new RegistryException("The registry center is closed: start jobs before, or on another one");
            }
            if (jobs.containsKey(config.getJobName())) {
                throw new IllegalStateException("Job '" + config.getJobName()
                        + "' runs in this process already, on the same registry center. Shut it down first");
            }
            runtime = new JobRuntime(
                    config,
                    className,
                    code,
                    settings,
                    environment,
                    address,
                    timer,
                    deciding,
                    working,
                    sessions,
                    strategies,
                    histories,
                    this::left);
            jobs.put(config.getJobName(), runtime);
        }
        try {
            keepAlive.hold();
            runtime.start();
        } catch (RuntimeException | Error thrown) {
            runtime.discard();
            throw thrown;
        }
        return runtime.joined();
    }

    /** Asks for a run of all items of a job that was started here. */
    public CompletableFuture<OneOffResult> execute(String jobName) {
        return runtime(jobName).execute();
    }

    /**
     * Shuts a job down: it leaves at once, and its runs end within the bound.
     *
     * @return completes when it has left
     */
    public CompletableFuture<Void> shutdown(String jobName) {
        JobRuntime runtime;
        synchronized (this) {
            runtime = jobs.get(jobName);
        }
        if (runtime == null) {
            return CompletableFuture.completedFuture(null);
        }
        runtime.leave(new Leave(Leave.Kind.SHUTDOWN, "it was shut down"));
        return runtime.left();
    }

    /** What this process goes by in a job; empty when it takes no part in it. */
    public synchronized Optional<LocalView> localView(String jobName) {
        return Optional.ofNullable(jobs.get(jobName)).map(JobRuntime::localView);
    }

    /** The jobs that this process takes part in, or is about to. */
    public synchronized SortedSet<String> jobNames() {
        return new TreeSet<>(jobs.keySet());
    }

    /** The sessions that these jobs share: none without jobs. */
    public List<SessionView> sessions() {
        return sessions.views();
    }

    private synchronized JobRuntime runtime(String jobName) {
        JobRuntime runtime = jobs.get(jobName);
        if (runtime == null) {
            throw new IllegalStateException("Job '" + jobName + "' does not run in this process: it was not started,"
                    + " was shut down, or was removed");
        }
        return runtime;
    }

    private synchronized List<JobRuntime> runtimes() {
        return new ArrayList<>(jobs.values());
    }

    private synchronized void left(JobRuntime runtime) {
        jobs.remove(runtime.jobName(), runtime);
        // A close ends the thread when it is done: it may be called by a daemon thread.
        if (jobs.isEmpty() && !closed) {
            keepAlive.release();
        }
    }

    /** How the writing of history is going, for each storage that jobs write to. */
    public List<TracingMetrics> tracingMetrics() {
        return histories.metrics();
    }

    private void closeInHook() {
        LOG.info("Shutting down: leaving all jobs on {}", center.describe());
        close();
    }

    /** Leaves all jobs, waits for them within the bounds of the drain, and ends all threads. */
    @Override
    public void close() {
        List<JobRuntime> left;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            left = new ArrayList<>(jobs.values());
        }
        left.forEach(runtime -> runtime.leave(new Leave(Leave.Kind.SHUTDOWN, "the scheduler is closed")));
        guard.run(OutgoingCall.ENGINE, () -> awaitAll(left));
        // Those that have not left within the bound never will: what they wait for ends here.
        left.forEach(runtime -> runtime.left().complete(null));
        sessions.close();
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

    private void awaitAll(List<JobRuntime> left) {
        CompletableFuture<Void> all =
                CompletableFuture.allOf(left.stream().map(JobRuntime::left).toArray(CompletableFuture[]::new));
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
