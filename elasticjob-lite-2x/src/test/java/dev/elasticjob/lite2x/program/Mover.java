package dev.elasticjob.lite2x.program;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.io.IOException;

/** Connects, waits for a line on the standard input, and runs two jobs until it is terminated. */
public final class Mover {

    private Mover() {}

    /** Prints its items and their start times. */
    public static class Printing implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            Seen.print(
                    "run",
                    context.getJobName() + " " + context.getShardingItem() + " " + context.getShardingTotalCount() + " "
                            + System.currentTimeMillis());
        }
    }

    /**
     * Runs the program.
     *
     * @param args address of the servers, namespace, cron expression
     */
    public static void main(String[] args) throws IOException {
        ZookeeperRegistryCenter center = Setup.connect(args[0], args[1], 20_000);
        Seen.print("ready", "to start");
        if (System.in.read() < 0) {
            return;
        }
        for (String job : new String[] {"moved", "halted"}) {
            new JobScheduler(
                            center,
                            Setup.simple(JobCoreConfiguration.newBuilder(job, args[2], 2), Printing.class)
                                    .build())
                    .init();
        }
        Seen.print("ready", "to run");
    }
}
