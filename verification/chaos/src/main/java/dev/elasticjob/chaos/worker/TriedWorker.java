package dev.elasticjob.chaos.worker;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.witness.TriedJob;
import dev.elasticjob.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An application with the jobs used to test engines. It exits when its standard input is closed. */
public final class TriedWorker {

    private TriedWorker() {}

    /** @param arguments servers, namespace, and directory of the records */
    public static void main(String[] arguments) throws IOException {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        configuration.setSessionTimeoutMilliseconds(TriedJob.SESSION_TIMEOUT_MILLIS);
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        Witness witness = new Witness(Path.of(arguments[2]));
        List<ScheduleJobBootstrap> jobs = new ArrayList<>();
        for (TriedJob each : TriedJob.ALL) {
            SimpleJob code = context ->
                    witness.run(each, context.getShardingItem(), context.getShardingTotalCount(), told(context));
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

    private static Witness.Run told(ShardingContext context) {
        return new Witness.Run(
                context.getScheduledAt()
                        .map(instant -> String.valueOf(instant.toEpochMilli()))
                        .orElse("-"),
                String.valueOf(context.getFencingToken()),
                context.getAttempt(),
                context.getSource().name());
    }
}
