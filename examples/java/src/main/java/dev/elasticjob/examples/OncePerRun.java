package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.ExecutionException;

/** Two instances share the items of a run, and {@link SettlementListener} is called once for all of them. */
public final class OncePerRun {

    private OncePerRun() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("settlement", 4)
                .jobListenerTypes("SETTLEMENT")
                .build();
        SimpleJob job = context -> System.out.println("Account " + context.getShardingItem() + " is settled");
        try (ExampleRegistry registry = new ExampleRegistry("settlement")) {
            OneOffJobBootstrap first = new OneOffJobBootstrap(registry.connect(), job, configuration);
            OneOffJobBootstrap second = new OneOffJobBootstrap(registry.connect(), job, configuration);
            first.execute().get();
            SettlementListener.ENDED.await();
            second.shutdown();
        }
    }
}
