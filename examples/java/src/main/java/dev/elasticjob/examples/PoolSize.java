package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits this instance to two concurrent items out of eight, as configured by {@link TwoAtOnce}. */
public final class PoolSize {

    private PoolSize() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("pool-size", 8)
                .jobExecutorThreadPoolSizeProviderType("TWO")
                .build();
        CyclicBarrier pairs = new CyclicBarrier(2);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        SimpleJob job = context -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            // Waits for a second item to arrive.
            pairs.await();
            running.decrementAndGet();
        };
        try (ExampleRegistry registry = new ExampleRegistry("pool-size")) {
            new OneOffJobBootstrap(registry.connect(), job, configuration)
                    .execute()
                    .get();
            System.out.println("At the same time ran at most " + most);
        }
    }
}
