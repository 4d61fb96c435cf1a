package dev.elasticjob.foreign;

import dev.elasticjob.witness.TriedJob;
import dev.elasticjob.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

/** An application with the jobs used to test engines, on ElasticJob 3.0.4. It exits when its standard input is closed. */
public final class ForeignTriedWorker {

    private ForeignTriedWorker() {}

    /** @param arguments servers, namespace, and directory of the records */
    public static void main(String[] arguments) throws IOException {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        configuration.setSessionTimeoutMilliseconds(TriedJob.SESSION_TIMEOUT_MILLIS);
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        Witness witness = new Witness(Path.of(arguments[2]));
        List<ScheduleJobBootstrap> jobs = new ArrayList<>();
        for (TriedJob each : TriedJob.ALL) {
            SimpleJob code = context -> {
                try {
                    witness.run(each, context.getShardingItem(), context.getShardingTotalCount(), Witness.Run.UNKNOWN);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            };
            JobConfiguration job = JobConfiguration.newBuilder(each.name(), each.items())
                    .cron(each.cron())
                    .failover(true)
                    .build();
            jobs.add(new ScheduleJobBootstrap(center, code, job));
        }
        jobs.forEach(ScheduleJobBootstrap::schedule);
        // Shuts down gracefully, as an application container does.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            jobs.forEach(ScheduleJobBootstrap::shutdown);
            center.close();
        }));
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // The content of the input is ignored; only its end matters.
        }
        Runtime.getRuntime().halt(0);
    }
}
