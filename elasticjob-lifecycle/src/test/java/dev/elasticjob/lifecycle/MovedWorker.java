package dev.elasticjob.lifecycle;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The application of the other engine after its migration, with the same commands and the same record. */
final class MovedWorker {

    private final OutputStream record;

    private MovedWorker(OutputStream record) {
        this.record = record;
    }

    /** @param arguments servers, namespace and the record file; commands are {@code job total cron} */
    public static void main(String[] arguments) throws IOException {
        ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(arguments[0], arguments[1]));
        center.init();
        MovedWorker worker = new MovedWorker(new FileOutputStream(arguments[2], true));
        SimpleJob job = worker::run;
        System.out.println("ready");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            String[] words = line.split(" ", 3);
            new ScheduleJobBootstrap(
                            center,
                            job,
                            JobConfiguration.newBuilder(words[0], Integer.parseInt(words[1]))
                                    .cron(words[2])
                                    .jobParameter("first")
                                    .description("of another engine")
                                    .build())
                    .schedule();
            System.out.println("scheduled " + words[0]);
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(ShardingContext context) {
        String line = "new " + ProcessHandle.current().pid() + " " + context.getJobName() + " "
                + context.getShardingItem() + " "
                + context.getScheduledAt().map(Instant::toString).orElse("-") + " " + context.getJobParameter() + "\n";
        try {
            record.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException cannotRecord) {
            throw new UncheckedIOException(cannotRecord);
        }
    }
}
