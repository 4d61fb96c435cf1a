package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A job that fails once, with a custom error handler: {@link PrintErrorHandler} is listed in {@code
 * META-INF/services/dev.elasticjob.spi.JobErrorHandler}. A failure ends only the current run.
 */
public final class FailingJob implements SimpleJob {

    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch recovered = new CountDownLatch(1);

    @Override
    public void execute(ShardingContext context) {
        if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException("the printer is out of paper");
        }
        System.out.println("Run " + runs + ": invoices are printed");
        recovered.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        JobConfiguration configuration = JobConfiguration.newBuilder("invoices", 1)
                .cron("* * * * * ?")
                .jobErrorHandlerType("PRINT")
                .setProperty("print.prefix", "Call an operator: ")
                .build();
        FailingJob job = new FailingJob();
        try (ExampleRegistry registry = new ExampleRegistry("failing")) {
            new ScheduleJobBootstrap(registry.connect(), job, configuration).schedule();
            job.recovered.await();
        }
    }
}
