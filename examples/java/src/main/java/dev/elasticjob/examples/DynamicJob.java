package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.concurrent.Semaphore;

/** Starts and stops jobs while an application runs: one job per customer, while another job continues. */
public final class DynamicJob implements SimpleJob {

    private final Semaphore runs = new Semaphore(0);

    @Override
    public void execute(ShardingContext context) {
        System.out.println(context.getJobName() + " runs");
        runs.release();
    }

    private static ScheduleJobBootstrap start(CoordinatorRegistryCenter center, String name, SimpleJob job) {
        JobConfiguration configuration =
                JobConfiguration.newBuilder(name, 1).cron("* * * * * ?").build();
        ScheduleJobBootstrap started = new ScheduleJobBootstrap(center, job, configuration);
        started.schedule();
        return started;
    }

    public static void main(String[] args) throws InterruptedException {
        try (ExampleRegistry registry = new ExampleRegistry("dynamic")) {
            CoordinatorRegistryCenter center = registry.connect();
            DynamicJob cleanup = new DynamicJob();
            start(center, "cleanup", cleanup);
            for (String customer : new String[] {"alice", "bob"}) {
                DynamicJob report = new DynamicJob();
                ScheduleJobBootstrap started = start(center, "report-for-" + customer, report);
                report.runs.acquire();
                // Returns when this instance has left the job. The job no longer runs here, and its name can be used
                // again.
                started.shutdown();
                System.out.println("report-for-" + customer + " is shut down");
            }
            cleanup.runs.drainPermits();
            cleanup.runs.acquire();
            System.out.println("cleanup still runs");
        }
    }
}
