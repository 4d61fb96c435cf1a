package dev.elasticjob.benchmarks.worker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.JobBootstrap;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.OneOffJobBootstrap;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.lite.internal.schedule.JobRegistry;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

/** ElasticJob 3.0.4. */
final class ForeignEngine implements Engine {

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

    /** Returns immediately: this engine has joined when its start returns, and assigns items at the first trigger. */
    @Override
    public void awaitStarted(String job) {}

    @Override
    public void execute(String job) {
        ((OneOffJobBootstrap) jobs.get(job)).execute();
    }

    /** This engine drops a request while it is still recording the last run. */
    @Override
    public boolean isIdle(String job) {
        return !JobRegistry.getInstance().isJobRunning(job);
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
