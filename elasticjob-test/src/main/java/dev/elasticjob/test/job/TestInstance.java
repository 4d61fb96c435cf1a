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

/** An instance of the application: what is a process elsewhere. */
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
     * Takes part in a job from now on. It runs when the test {@linkplain JobCluster#run(String) says so}: its cron does not
     * count.
     */
    public TestInstance add(ElasticJob job, JobConfiguration configuration) {
        JobConfiguration recorded = withoutCron(configuration);
        new OneOffJobBootstrap(center, job, recorded);
        jobs.put(configuration.getJobName(), recorded);
        return this;
    }

    /** The same for a job that is nothing but configuration, such as {@code SCRIPT} or {@code HTTP}. */
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
     * Asks for a run of all items, on whichever instance they are, for tests that do something meanwhile. {@link
     * JobCluster#await} tells what came of it, unless this instance vanishes.
     */
    public CompletableFuture<OneOffResult> start(String jobName) {
        return Scheduler.on(center).execute(jobName);
    }

    public String name() {
        return name;
    }

    /** For what else the application does with it, such as jobs by cron. */
    public CoordinatorRegistryCenter center() {
        return center;
    }

    /** The items of a job that are this instance's. */
    public Set<Integer> items(String jobName) {
        return gone ? Set.of() : view(jobName).map(LocalView::items).orElse(Set.of());
    }

    private Optional<LocalView> view(String jobName) {
        return Scheduler.on(center).localView(jobName);
    }

    /** Ends in good order: its items move at once, and what runs may come to its end. Waits for that. */
    public void stop() {
        if (!gone) {
            gone = true;
            center.close();
        }
    }

    /**
     * Is lost, as a process that is killed or cut off from the registry: other instances take over the items that it was
     * running, if {@code failover} is on. The code of these items cannot be killed here. It continues, and what it writes is
     * too late: a test can check the effect.
     *
     * <p>The result of a run that this instance {@linkplain #start requested} is not reported any more: {@link
     * JobCluster#await} fails for it. Request a run that shall outlive this instance on one that stays.
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
            // Or its end would wait for a registry that does not answer.
            center.sessions().forEach(session -> registry.control(session).resume());
        }
        center.close();
    }
}
