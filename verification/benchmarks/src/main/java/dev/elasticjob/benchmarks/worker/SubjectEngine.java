package dev.elasticjob.benchmarks.worker;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.JobBootstrap;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** The engine of this project. */
final class SubjectEngine implements Engine {

    private static final long LONGEST_START_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Map<String, JobBootstrap> jobs = new ConcurrentHashMap<>();
    private ZookeeperRegistryCenter center;

    @Override
    public void open(String servers, String namespace, int sessionMillis) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(servers, namespace);
        configuration.setSessionTimeoutMilliseconds(sessionMillis);
        center = new ZookeeperRegistryCenter(configuration);
        center.init();
    }

    @Override
    public void start(JobSpec job, IntConsumer code) {
        SimpleJob simple = context -> code.accept(context.getShardingItem());
        JobConfiguration configuration = JobConfiguration.newBuilder(job.name(), job.items())
                .cron(job.cron())
                .monitorExecution(job.monitor())
                .failover(job.failover())
                .misfire(job.misfire())
                .build();
        if (job.cron().isEmpty()) {
            jobs.put(job.name(), new OneOffJobBootstrap(center, simple, configuration));
        } else {
            ScheduleJobBootstrap bootstrap = new ScheduleJobBootstrap(center, simple, configuration);
            jobs.put(job.name(), bootstrap);
            bootstrap.schedule();
        }
    }

    /** Waits until this instance has joined the job. */
    @Override
    public void awaitStarted(String job) {
        long begun = System.nanoTime();
        while (Scheduler.on(center)
                .localView(job)
                .map(LocalView::instanceId)
                .orElse("")
                .isEmpty()) {
            if (System.nanoTime() - begun > LONGEST_START_NANOS) {
                throw new IllegalStateException(job + " has not joined");
            }
            LockSupport.parkNanos(200_000);
        }
    }

    @Override
    public void execute(String job) {
        ((OneOffJobBootstrap) jobs.get(job)).execute();
    }

    /** Returns true because this engine never drops a request. */
    @Override
    public boolean isIdle(String job) {
        return true;
    }

    @Override
    public void shutdown(String job) {
        jobs.remove(job).shutdown();
    }

    @Override
    public void close() {
        center.close();
    }
}
