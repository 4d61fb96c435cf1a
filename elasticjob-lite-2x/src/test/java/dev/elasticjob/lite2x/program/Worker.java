package dev.elasticjob.lite2x.program;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.api.strategy.impl.OdevitySortByNameJobShardingStrategy;
import com.dangdang.ddframe.job.lite.api.strategy.impl.RotateServerByNameJobShardingStrategy;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.util.concurrent.CountDownLatch;

/** One of several processes that share jobs. Runs until it is killed. */
public final class Worker {

    private static volatile ZookeeperRegistryCenter center;

    private Worker() {}

    /** Prints the items that it runs. */
    public static class Printing implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            Seen.print("run", context.getJobName() + " " + context.getShardingItem());
        }
    }

    /** In all processes together, the first run of item 1 never ends. */
    public static class Crashing implements SimpleJob {
        @Override
        public void execute(ShardingContext context) {
            Seen.print("run", context.getJobName() + " " + context.getShardingItem());
            if (context.getShardingItem() == 1 && !center.isExisted("/crashed")) {
                center.persist("/crashed", "");
                Seen.print("run", "blocked");
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /**
     * Runs the worker.
     *
     * @param args address of the servers, namespace
     */
    public static void main(String[] args) {
        center = Setup.connect(args[0], args[1]);
        start("average", "");
        start("a", OdevitySortByNameJobShardingStrategy.class.getName());
        start("b", OdevitySortByNameJobShardingStrategy.class.getName());
        start("rotated", RotateServerByNameJobShardingStrategy.class.getName());
        start("own", Jobs.FirstTakesAll.class.getName());
        new JobScheduler(
                        center,
                        Setup.simple(Setup.core("once", 5), Printing.class).build(),
                        new Jobs.Once())
                .init();
        new JobScheduler(
                        center,
                        Setup.simple(Setup.core("crashing", 3).failover(true), Crashing.class)
                                .build())
                .init();
        Seen.print("ready", ProcessHandle.current().pid());
    }

    private static void start(String name, String strategy) {
        new JobScheduler(
                        center,
                        Setup.simple(Setup.core(name, 5), Printing.class)
                                .jobShardingStrategyClass(strategy)
                                .build())
                .init();
    }
}
