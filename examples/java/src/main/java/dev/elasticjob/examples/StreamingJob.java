package dev.elasticjob.examples;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A streaming dataflow job. A run processes batch after batch until no data is left, the item moves to another instance
 * or is disabled, or the process stops. A run ends only between two batches.
 */
public final class StreamingJob implements DataflowJob<Integer> {

    private static final int ALL = 5;

    private final AtomicInteger next = new AtomicInteger();

    @Override
    public List<Integer> fetchData(ShardingContext context) {
        int number = next.incrementAndGet();
        return number <= ALL ? List.of(number) : List.of();
    }

    @Override
    public void processData(ShardingContext context, List<Integer> data) {
        System.out.println("Number " + data.get(0));
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("streaming", 1)
                .setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "true")
                .build();
        try (ExampleRegistry registry = new ExampleRegistry("streaming")) {
            new OneOffJobBootstrap(registry.connect(), new StreamingJob(), configuration)
                    .execute()
                    .get();
            System.out.println("One run, and nothing is left");
        }
    }
}
