package com.acme.jobs;

import static org.apache.shardingsphere.elasticjob.dataflow.props.DataflowJobProperties.STREAM_PROCESS_KEY;

import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.OneOffJobBootstrap;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobAPIFactory;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.domain.JobBriefInfo;
import org.apache.shardingsphere.elasticjob.reg.base.CoordinatorRegistryCenter;
import org.apache.shardingsphere.elasticjob.reg.exception.RegException;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;

public class JobDemo {

    public static void main(String[] args) {
        start(args);
    }

    public static CoordinatorRegistryCenter start(String[] args) {
        CoordinatorRegistryCenter regCenter = createRegistryCenter(args[0], args[1]);
        new ScheduleJobBootstrap(regCenter, new MyJob(), createJobConfiguration()).schedule();
        new OneOffJobBootstrap(
                        regCenter,
                        new MyDataflowJob(),
                        JobConfiguration.newBuilder("MyDataflowJob", 1)
                                .setProperty(STREAM_PROCESS_KEY, "false")
                                .build())
                .execute();
        return regCenter;
    }

    public static void list(String[] args) {
        for (JobBriefInfo each :
                JobAPIFactory.createJobStatisticsAPI(args[0], args[1], null).getAllJobsBriefInfo()) {
            Seen.ALL.add("listed " + each.getJobName());
        }
    }

    private static CoordinatorRegistryCenter createRegistryCenter(String servers, String namespace) {
        CoordinatorRegistryCenter regCenter =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers, namespace));
        try {
            regCenter.init();
        } catch (RegException ex) {
            throw new IllegalStateException("No ZooKeeper", ex);
        }
        return regCenter;
    }

    private static JobConfiguration createJobConfiguration() {
        return JobConfiguration.newBuilder("MyJob", 3)
                .cron("0/1 * * * * ?")
                .shardingItemParameters("0=Beijing,1=Shanghai,2=Guangzhou")
                .jobShardingStrategyType("FIRST")
                .jobErrorHandlerType("MINE")
                .jobListenerTypes("distributeOnceJobListener")
                .jobExecutorServiceHandlerType("SINGLE_THREAD")
                .build();
    }
}
