package dev.elasticjob.foreign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

/** An application with jobs of ElasticJob 3.0.4. It says a line for every item that runs. */
public final class ForeignWorker {

    private ForeignWorker() {}

    /** @param arguments servers and namespace; orders are {@code job total cron} */
    public static void main(String[] arguments) throws IOException {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        SimpleJob job = context -> System.out.println(
                "ran " + context.getJobName() + " " + context.getShardingItem() + " " + context.getJobParameter());
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
}
