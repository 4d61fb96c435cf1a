package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * A custom sharding strategy: {@link TwoToOneStrategy} is listed in {@code
 * META-INF/services/dev.elasticjob.spi.JobShardingStrategy} and selected by its type.
 */
public final class CustomSharding {

    private CustomSharding() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("uneven", 6)
                .jobShardingStrategyType("TWO_TO_ONE")
                .build();
        Map<String, Integer> counts = new ConcurrentHashMap<>();
        SimpleJob east = context -> counts.merge("east", 1, Integer::sum);
        SimpleJob west = context -> counts.merge("west", 1, Integer::sum);
        try (ExampleRegistry registry = new ExampleRegistry("sharding")) {
            OneOffJobBootstrap job = new OneOffJobBootstrap(registry.connect(), east, configuration);
            new OneOffJobBootstrap(registry.connect(), west, configuration);
            // Both instances join in the background, so the first runs may have only one member.
            do {
                counts.clear();
                job.execute().get();
            } while (counts.size() < 2);
            counts.clear();
            job.execute().get();
            System.out.println("Of 6 items one instance ran " + Math.max(counts.get("east"), counts.get("west"))
                    + ", the other " + Math.min(counts.get("east"), counts.get("west")));
        }
    }
}
