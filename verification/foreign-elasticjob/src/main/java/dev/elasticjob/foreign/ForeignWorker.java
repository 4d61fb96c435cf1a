package dev.elasticjob.foreign;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

/**
 * An application with jobs of ElasticJob 3.0.4. It prints a line for every item that runs, and appends a line to a
 * record file that it may share with other processes, with a single write per line.
 */
public final class ForeignWorker {

    private final OutputStream record;

    private ForeignWorker(OutputStream record) {
        this.record = record;
    }

    /** @param arguments servers, namespace, and optionally the record file; each input line is {@code job total cron} */
    public static void main(String[] arguments) throws IOException {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        ForeignWorker worker = new ForeignWorker(
                arguments.length < 3 ? OutputStream.nullOutputStream() : new FileOutputStream(arguments[2], true));
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

    /** Records the begin of the run, because the sharding context of ElasticJob 3.0.4 does not contain the fire time. */
    private void run(ShardingContext context) {
        String line = "old " + ProcessHandle.current().pid() + " " + context.getJobName() + " "
                + context.getShardingItem() + " " + Instant.now() + " " + context.getJobParameter() + "\n";
        try {
            record.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException cannotRecord) {
            throw new UncheckedIOException(cannotRecord);
        }
        System.out.println(
                "ran " + context.getJobName() + " " + context.getShardingItem() + " " + context.getJobParameter());
    }
}
