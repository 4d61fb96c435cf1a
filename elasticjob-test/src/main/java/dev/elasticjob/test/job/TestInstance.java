package dev.elasticjob.test.job;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.test.cluster.CountingCenter;
import dev.elasticjob.tracing.TracingConfiguration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** An instance of the application, which in production is a separate process. */
public final class TestInstance {

    private final String name;
    private final InMemoryRegistry registry;
    private final Recording.OfInstance recording;
    private final CountingCenter center;
    private final Map<String, JobConfiguration> jobs = new HashMap<>();
    private boolean gone;

    TestInstance(String name, InMemoryRegistry registry, Recording recording) {
        this.name = name;
        this.registry = registry;
        this.recording = new Recording.OfInstance(recording, name);
        center = new CountingCenter(new InMemoryRegistryCenter(registry, "test"));
        center.init();
    }

    /**
     * Joins a job. It runs when the test {@linkplain JobCluster#run(String) requests it}; its cron expression is
     * ignored.
     */
    public TestInstance add(ElasticJob job, JobConfiguration configuration) {
        JobConfiguration recorded = withoutCron(configuration);
        new OneOffJobBootstrap(center, job, recorded);
        jobs.put(configuration.getJobName(), recorded);
        return this;
    }

    /** Joins a job that consists of configuration only, such as {@code SCRIPT} or {@code HTTP}. */
    public TestInstance add(String jobType, JobConfiguration configuration) {
        JobConfiguration recorded = withoutCron(configuration);
        new OneOffJobBootstrap(center, jobType, recorded);
        jobs.put(configuration.getJobName(), recorded);
        return this;
    }

    private JobConfiguration withoutCron(JobConfiguration configuration) {
        return configuration.toBuilder()
                .cron("")
                .addExtraConfigurations(new TracingConfiguration<>(RecordingTracing.TYPE, recording))
                .build();
    }

    /**
     * Requests a run of all items on their owners and returns immediately, for tests that act during the run. {@link
     * JobCluster#await} returns the outcome unless this instance vanishes.
     */
    public CompletableFuture<OneOffResult> start(String jobName) {
        return Scheduler.on(center).execute(jobName);
    }

    public String name() {
        return name;
    }

    /** Returns the registry center, for other uses by the application such as jobs with a cron expression. */
    public CoordinatorRegistryCenter center() {
        return center;
    }

    /** Returns the items of a job that this instance owns. */
    public Set<Integer> items(String jobName) {
        return gone ? Set.of() : view(jobName).map(LocalView::items).orElse(Set.of());
    }

    private Optional<LocalView> view(String jobName) {
        return Scheduler.on(center).localView(jobName);
    }

    /**
     * Shuts down gracefully: running items complete, and its items move to other instances without a session timeout.
     * Returns when the shutdown is complete.
     */
    public void stop() {
        if (!gone) {
            gone = true;
            center.close();
        }
    }

    /**
     * Simulates a process that is killed or loses its connection to the registry: other instances take over the items
     * that it was running if {@code failover} is on. The code of these items cannot be killed here. It continues, and
     * its writes come too late, so a test can check their effect.
     *
     * <p>The outcome of a run that this instance {@linkplain #start requested} is no longer reported, and {@link
     * JobCluster#await} fails for it. Request a run that must outlive this instance on another one.
     */
    public void vanish() {
        gone = true;
        center.sessions().forEach(session -> registry.control(session).suspend());
        center.sessions().forEach(session -> registry.control(session).expire());
    }

    boolean isLive() {
        return !gone;
    }

    Optional<JobConfiguration> job(String jobName) {
        return Optional.ofNullable(jobs.get(jobName));
    }

    void close() {
        if (gone) {
            // Otherwise closing would wait for a registry that does not answer.
            center.sessions().forEach(session -> registry.control(session).resume());
        }
        center.close();
    }
}
