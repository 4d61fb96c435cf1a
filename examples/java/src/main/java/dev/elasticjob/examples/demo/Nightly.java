package dev.elasticjob.examples.demo;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.time.Duration;

/** Waits for its nightly fire or for a trigger. */
record Nightly(Printer printer) implements SimpleJob {

    private static final Duration WORK = Duration.ofSeconds(2);

    @Override
    public void execute(ShardingContext context) throws InterruptedException {
        Thread.sleep(WORK.toMillis());
        printer.event("nightly 0: the books are closed, because of " + context.getSource());
    }
}
