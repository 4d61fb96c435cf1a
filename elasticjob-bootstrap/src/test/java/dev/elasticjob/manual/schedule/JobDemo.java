package dev.elasticjob.manual.schedule;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.manual.quickstart.MyJob;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;

/** Manual 6.1.1, Java API, scheduled job. */
public class JobDemo {

    public static void main(String[] args) {
        // schedule a job that is implemented by a class
        new ScheduleJobBootstrap(createRegistryCenter(), new MyJob(), createJobConfiguration("myClassJob")).schedule();
        // schedule a job that is defined by its type
        new ScheduleJobBootstrap(createRegistryCenter(), "MY_TYPE", createJobConfiguration("myTypeJob")).schedule();
    }

    private static CoordinatorRegistryCenter createRegistryCenter() {
        CoordinatorRegistryCenter regCenter =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration("zk_host:2181", "elastic-job-demo"));
        regCenter.init();
        return regCenter;
    }

    private static JobConfiguration createJobConfiguration(String jobName) {
        // create the job configuration
        return JobConfiguration.newBuilder(jobName, 3).cron("0/5 * * * * ?").build();
    }
}
