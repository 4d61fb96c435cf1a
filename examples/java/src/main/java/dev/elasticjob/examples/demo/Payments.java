package dev.elasticjob.examples.demo;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.time.Instant;

/** Fails in every fifth run. */
record Payments(Printer printer) implements SimpleJob {

    static final int EVERY_SECONDS = 8;

    private static final int ONE_IN = 5;

    @Override
    public void execute(ShardingContext context) {
        long round = context.getScheduledAt().orElseGet(Instant::now).getEpochSecond() / EVERY_SECONDS;
        if ((round + 2L * context.getShardingItem()) % ONE_IN == 0) {
            throw new IllegalStateException("the bank does not answer for " + context.getShardingParameter());
        }
        printer.run("payments " + context.getShardingItem() + ": " + context.getShardingParameter() + " collected");
    }
}
