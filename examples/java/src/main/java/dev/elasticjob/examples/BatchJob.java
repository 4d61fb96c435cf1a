package dev.elasticjob.examples;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** A dataflow job. Each run fetches pending data and processes it, one batch per run. */
public final class BatchJob implements DataflowJob<String> {

    private final Queue<String> orders = new ConcurrentLinkedQueue<>(List.of("tea", "rice", "salt"));

    @Override
    public List<String> fetchData(ShardingContext context) {
        return Stream.of(orders.poll(), orders.poll())
                .filter(each -> each != null)
                .toList();
    }

    /** A real application marks processed rows in its database; unmarked rows are fetched again. */
    @Override
    public void processData(ShardingContext context, List<String> data) {
        System.out.println("A batch: " + data);
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("batch", 1).build();
        try (ExampleRegistry registry = new ExampleRegistry("batch")) {
            OneOffJobBootstrap job = new OneOffJobBootstrap(registry.connect(), new BatchJob(), configuration);
            for (int run = 1; run <= 2; run++) {
                System.out.println("Run " + run);
                job.execute().get();
            }
        }
    }
}
