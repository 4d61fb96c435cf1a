package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.util.concurrent.ExecutionException;

/** A one-off job, which runs on request on its members and returns the outcome to the caller. */
public final class OneOffJob implements SimpleJob {

    @Override
    public void execute(ShardingContext context) {
        if (context.getShardingParameter().equals("broken")) {
            throw new IllegalStateException("Table " + context.getShardingItem() + " cannot be read");
        }
        System.out.println("Table " + context.getShardingItem() + " is copied");
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("copy-tables", 3)
                .shardingItemParameters("2=broken")
                // The outcome already contains the failures.
                .jobErrorHandlerType("IGNORE")
                .build();
        try (ExampleRegistry registry = new ExampleRegistry("one-off")) {
            OneOffJobBootstrap job = new OneOffJobBootstrap(registry.connect(), new OneOffJob(), configuration);
            OneOffResult result = job.execute().get();
            for (int item = 0; item < 3; item++) {
                System.out.println("Item " + item + ": " + result.items().get(item));
            }
            System.out.println(result.isSuccess() ? "All is well" : "Not all is well");
        }
    }
}
