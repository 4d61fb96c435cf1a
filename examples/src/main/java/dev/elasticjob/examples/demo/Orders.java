package dev.elasticjob.examples.demo;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Each item is a warehouse with a queue of orders, which take a second each: time enough to kill a worker in the middle.
 * Whoever takes the run over begins it anew, so a real job would keep its queue where all workers see it, and take orders
 * off as they are shipped.
 */
record Orders(Printer printer) implements SimpleJob {

    private static final Duration EACH = Duration.ofSeconds(1);
    private static final int ORDERS = 6;

    @Override
    public void execute(ShardingContext context) throws InterruptedException {
        Queue<String> queue = queue(context);
        while (!queue.isEmpty()) {
            Thread.sleep(EACH.toMillis());
            printer.run("orders " + context.getShardingItem() + ": order " + queue.remove() + " shipped from "
                    + context.getShardingParameter() + ", " + queue.size() + " left");
        }
    }

    /** Made from the moment that the run is for, so that every worker sees the same. */
    private static Queue<String> queue(ShardingContext context) {
        long first = context.getScheduledAt().orElseGet(Instant::now).getEpochSecond() % 100_000;
        Queue<String> queue = new ArrayDeque<>();
        for (int i = 0; i < ORDERS; i++) {
            queue.add(context.getShardingParameter().charAt(0) + "-" + (first + i));
        }
        return queue;
    }
}
