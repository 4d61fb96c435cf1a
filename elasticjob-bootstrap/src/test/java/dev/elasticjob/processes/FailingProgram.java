package dev.elasticjob.processes;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;

/** A program with a job that fails, and without a logging backend. */
final class FailingProgram {

    private FailingProgram() {}

    public static void main(String[] arguments) {
        try (InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "bare")) {
            center.init();
            SimpleJob job = context -> {
                throw new IllegalStateException("no stock left");
            };
            JobConfiguration configuration =
                    JobConfiguration.newBuilder("orders", 1).build();
            System.out.println(new OneOffJobBootstrap(center, job, configuration)
                    .execute()
                    .join()
                    .isSuccess());
        }
    }
}
