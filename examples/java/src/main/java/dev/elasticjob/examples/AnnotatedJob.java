package dev.elasticjob.examples;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.ElasticJobProp;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import java.util.concurrent.CountDownLatch;

/** A job configured by an annotation on its class. */
@ElasticJobConfiguration(
        jobName = "annotated",
        shardingTotalCount = 2,
        cron = "* * * * * ?",
        shardingItemParameters = "0=Lima,1=Oslo",
        props = @ElasticJobProp(key = "colour", value = "blue"))
public final class AnnotatedJob implements SimpleJob {

    private final CountDownLatch runs = new CountDownLatch(2);

    @Override
    public void execute(ShardingContext context) {
        System.out.println("Paints " + context.getShardingParameter());
        runs.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        AnnotatedJob job = new AnnotatedJob();
        try (ExampleRegistry registry = new ExampleRegistry("annotated")) {
            new ScheduleJobBootstrap(registry.connect(), job).schedule();
            job.runs.await();
        }
    }
}
