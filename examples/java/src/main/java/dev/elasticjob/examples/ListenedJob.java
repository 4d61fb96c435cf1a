package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/** A job with a listener, {@link StopwatchListener}, which is called before the first and after the last of its items. */
public final class ListenedJob {

    private ListenedJob() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("listened", 2)
                .jobListenerTypes("STOPWATCH")
                .build();
        CountDownLatch both = new CountDownLatch(2);
        SimpleJob job = context -> {
            System.out.println("At work");
            both.countDown();
            both.await();
        };
        try (ExampleRegistry registry = new ExampleRegistry("listened")) {
            new OneOffJobBootstrap(registry.connect(), job, configuration)
                    .execute()
                    .get();
            StopwatchListener.ENDED.await();
        }
    }
}
