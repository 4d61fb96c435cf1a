package dev.elasticjob.examples.demo;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.ShardingContext;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Each item is a warehouse whose orders are in a table. An order takes a second, which leaves time to kill a worker
 * during a run. Shipped orders are marked in the table, so the instance that takes over the run continues where the
 * other stopped.
 */
record Orders(Printer printer, OrderTable table) implements DataflowJob<Integer> {

    private static final Duration EACH = Duration.ofSeconds(1);
    private static final int AT_A_TIME = 2;

    @Override
    public List<Integer> fetchData(ShardingContext context) throws SQLException {
        return table.waiting(context.getShardingParameter(), AT_A_TIME);
    }

    @Override
    public void processData(ShardingContext context, List<Integer> orders) throws SQLException, InterruptedException {
        String warehouse = context.getShardingParameter();
        for (int order : orders) {
            Thread.sleep(EACH.toMillis());
            table.ship(order);
            printer.run("orders " + context.getShardingItem() + ": order " + order + " shipped from " + warehouse + ", "
                    + table.count(warehouse) + " left");
        }
    }
}
