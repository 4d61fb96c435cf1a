package com.acme.orders;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.infra.pojo.JobConfigurationPOJO;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobAPIFactory;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobConfigurationAPI;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

/** Plain Java with a custom strategy, the operations API, and code that parses ids. */
public final class Orders implements SimpleJob {

    private final Map<String, Boolean> seen = new ConcurrentHashMap<>();
    private final CountDownLatch both = new CountDownLatch(2);

    public static void main(String[] args) throws Exception {
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(args[0], args[1]));
        center.init();
        Orders orders = new Orders();
        ScheduleJobBootstrap bootstrap = new ScheduleJobBootstrap(
                center,
                orders,
                JobConfiguration.newBuilder("orders", 3)
                        .cron("0/1 * * * * ?")
                        .shardingItemParameters("0=A,1=B,2=C")
                        .jobParameter("code")
                        .jobShardingStrategyType("LOWEST_FIRST")
                        .build());
        bootstrap.schedule();
        orders.both.await();
        JobConfigurationAPI settings = JobAPIFactory.createJobConfigurationAPI(args[0], args[1], null);
        JobConfigurationPOJO found = settings.getJobConfiguration("orders");
        System.out.println("found " + found.getJobParameter());
        found.setJobParameter("edited");
        settings.updateJobConfiguration(found);
        JobAPIFactory.createShardingOperateAPI(args[0], args[1], null).disable("orders", "2");
        System.out.println("jobs "
                + JobAPIFactory.createJobStatisticsAPI(args[0], args[1], null).getJobsTotalCount());
        bootstrap.shutdown();
        center.close();
        System.exit(0);
    }

    @Override
    public void execute(ShardingContext context) {
        if (seen.putIfAbsent(context.getShardingItem() + "", true) == null) {
            System.out.println("ran " + context.getShardingItem() + " " + context.getShardingParameter() + " "
                    + context.getJobParameter() + " " + pid(context.getTaskId()));
            if (context.getShardingItem() < 2) {
                both.countDown();
            }
        }
    }

    static long pid(String taskId) {
        return Long.parseLong(taskId.split("@-@")[4]);
    }
}
