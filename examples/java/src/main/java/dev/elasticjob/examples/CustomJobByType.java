package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.concurrent.ExecutionException;

/** A custom kind of job, {@link GreetJobExecutor}, selected by its type. */
public final class CustomJobByType {

    private CustomJobByType() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("greetings", 2)
                .shardingItemParameters("0=Alice,1=Bob")
                .build();
        try (ExampleRegistry registry = new ExampleRegistry("by-type")) {
            CoordinatorRegistryCenter center = registry.connect();
            try {
                new OneOffJobBootstrap(center, "GREET", configuration);
            } catch (JobConfigurationException refused) {
                System.out.println(refused.getMessage());
            }
            configuration.getProps().setProperty(GreetJobExecutor.WORD, "Hello");
            new OneOffJobBootstrap(center, "GREET", configuration).execute().get();
        }
    }
}
