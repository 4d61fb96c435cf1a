package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/** The built-in error handlers: LOG, the default, writes the failure to the log, THROW rethrows it, IGNORE discards it. */
public final class BuiltInErrorHandlers {

    private BuiltInErrorHandlers() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        CountDownLatch thrown = new CountDownLatch(1);
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {
            System.out.println("Uncaught: " + problem.getMessage() + ", "
                    + problem.getCause().getMessage());
            thrown.countDown();
        });
        SimpleJob job = context -> {
            throw new IllegalStateException("no luck for " + context.getJobName());
        };
        try (ExampleRegistry registry = new ExampleRegistry("handlers")) {
            CoordinatorRegistryCenter center = registry.connect();
            for (String type : new String[] {"LOG", "THROW", "IGNORE"}) {
                JobConfiguration configuration = JobConfiguration.newBuilder("fails-with-" + type, 1)
                        .jobErrorHandlerType(type)
                        .build();
                // With every handler, the run counts as failed and the next one starts as scheduled.
                System.out.println(type + ": "
                        + new OneOffJobBootstrap(center, job, configuration)
                                .execute()
                                .get()
                                .items());
            }
            thrown.await();
        }
    }
}
