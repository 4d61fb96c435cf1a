package dev.elasticjob.lite2x.program;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.lite.api.JobScheduler;

/** Runs a job every second until it is ended. */
public final class Mover {

    private Mover() {}

    /** Prints its items. */
    public static class Printing implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            Seen.print("run", context.getShardingItem() + " of " + context.getShardingTotalCount());
        }
    }

    /** @param args address of the servers, namespace */
    public static void main(String[] args) {
        new JobScheduler(
                        Setup.connect(args[0], args[1]),
                        Setup.simple(JobCoreConfiguration.newBuilder("moved", "0/1 * * * * ?", 2), Printing.class)
                                .build())
                .init();
        Seen.print("ready", "to run");
    }
}
