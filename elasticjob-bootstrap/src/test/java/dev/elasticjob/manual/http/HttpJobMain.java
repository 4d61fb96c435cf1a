package dev.elasticjob.manual.http;

import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;

/** Manual 6.1.1, HTTP job. */
public class HttpJobMain {

    public static void main(String[] args) {
        CoordinatorRegistryCenter regCenter =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration("zk_host:2181", "my-job"));
        regCenter.init();
        new ScheduleJobBootstrap(regCenter, "HTTP", createJobConfiguration()).schedule();
    }

    /** Not a separate method in the manual. */
    private static JobConfiguration createJobConfiguration() {
        return JobConfiguration.newBuilder("javaHttpJob", 1)
                .setProperty(HttpJobProperties.URI_KEY, "http://xxx.com/execute")
                .setProperty(HttpJobProperties.METHOD_KEY, "POST")
                .setProperty(HttpJobProperties.DATA_KEY, "source=ejob")
                .cron("0/5 * * * * ?")
                .shardingItemParameters("0=Beijing")
                .build();
    }
}
