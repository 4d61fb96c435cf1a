package dev.elasticjob.examples.demo;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Each item is a region. */
record Regions(Printer printer) implements SimpleJob {

    private static final Duration WORK = Duration.ofMillis(1500);

    @Override
    public void execute(ShardingContext context) throws InterruptedException {
        Thread.sleep(WORK.toMillis());
        int visitors = ThreadLocalRandom.current().nextInt(100, 1000);
        printer.run("regions " + context.getShardingItem() + ": " + visitors + " visitors in "
                + context.getShardingParameter());
    }
}
