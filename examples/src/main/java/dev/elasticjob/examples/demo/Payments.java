package dev.elasticjob.examples.demo;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.util.concurrent.ThreadLocalRandom;

/** Fails now and then: about every third run. */
record Payments(Printer printer) implements SimpleJob {

    private static final int ONE_IN = 3;

    @Override
    public void execute(ShardingContext context) {
        if (ThreadLocalRandom.current().nextInt(ONE_IN) == 0) {
            throw new IllegalStateException("the bank does not answer for " + context.getShardingParameter());
        }
        printer.run("payments " + context.getShardingItem() + ": " + context.getShardingParameter() + " collected");
    }
}
