package dev.elasticjob.manual.oneoff;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.manual.quickstart.MyJob;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;

/** Manual 6.1.1, Java API, one-off job. */
public class JobDemo {

    public static void main(String[] args) {
        OneOffJobBootstrap jobBootstrap =
                new OneOffJobBootstrap(createRegistryCenter(), new MyJob(), createJobConfiguration());
        // a one-off job may be run several times
        jobBootstrap.execute();
        jobBootstrap.execute();
        jobBootstrap.execute();
    }

    private static CoordinatorRegistryCenter createRegistryCenter() {
        CoordinatorRegistryCenter regCenter =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration("zk_host:2181", "elastic-job-demo"));
        regCenter.init();
        return regCenter;
    }

    private static JobConfiguration createJobConfiguration() {
        // create the job configuration
        return JobConfiguration.newBuilder("myOneOffJob", 3).build();
    }
}
