package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import java.util.concurrent.CountDownLatch;

/**
 * A job over three regions that runs every second and ends after two rounds. Start it twice with the same {@code
 * -Dzookeeper}, and both processes share the regions.
 */
public final class FirstJob implements SimpleJob {

    private final CountDownLatch runs = new CountDownLatch(2 * 3);

    /** Called for each item that this process owns, for several items concurrently. */
    @Override
    public void execute(ShardingContext context) {
        System.out.println("Item " + context.getShardingItem() + " of " + context.getShardingTotalCount()
                + ": collecting orders of " + context.getShardingParameter());
        runs.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        JobConfiguration configuration = JobConfiguration.newBuilder("first-job", 3)
                .cron("* * * * * ?")
                .shardingItemParameters("0=Lima,1=Oslo,2=Tokyo")
                .build();
        FirstJob job = new FirstJob();
        try (ExampleRegistry registry = new ExampleRegistry("first")) {
            new ScheduleJobBootstrap(registry.connect(), job, configuration).schedule();
            job.runs.await();
        }
        System.out.println("Left: other processes would go on with all regions");
    }
}
