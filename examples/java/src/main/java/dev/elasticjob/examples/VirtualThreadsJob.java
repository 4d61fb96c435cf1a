package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.ExecutionException;

/**
 * Runs items on virtual threads, which {@code -Delasticjob.threads.virtual=true} on the command line usually enables. A
 * JVM older than 21 logs a warning and continues without virtual threads.
 */
public final class VirtualThreadsJob {

    private VirtualThreadsJob() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        System.setProperty("elasticjob.threads.virtual", "true");
        JobConfiguration configuration =
                JobConfiguration.newBuilder("virtual", 1).build();
        SimpleJob job = context -> System.out.println("Runs on " + Thread.currentThread());
        try (ExampleRegistry registry = new ExampleRegistry("virtual")) {
            new OneOffJobBootstrap(registry.connect(), job, configuration)
                    .execute()
                    .get();
        }
    }
}
