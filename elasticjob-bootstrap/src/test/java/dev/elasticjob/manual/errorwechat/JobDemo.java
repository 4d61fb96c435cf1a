package dev.elasticjob.manual.errorwechat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.error.notify.WechatPropertiesConstants;
import dev.elasticjob.manual.quickstart.MyJob;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;

/** Manual 6.1.1, Java API, error handler WECHAT. */
public class JobDemo {

    public static void main(String[] args) {
        // scheduled job
        new ScheduleJobBootstrap(createRegistryCenter(), new MyJob(), createScheduleJobConfiguration()).schedule();
        // one-off job
        new OneOffJobBootstrap(createRegistryCenter(), new MyJob(), createOneOffJobConfiguration()).execute();
    }

    private static JobConfiguration createScheduleJobConfiguration() {
        // create the configuration of the scheduled job, with the error handler WECHAT
        JobConfiguration jobConfig = JobConfiguration.newBuilder("myScheduleJob", 3)
                .cron("0/5 * * * * ?")
                .jobErrorHandlerType("WECHAT")
                .build();
        setWechatProperties(jobConfig);
        return jobConfig;
    }

    private static JobConfiguration createOneOffJobConfiguration() {
        // create the configuration of the one-off job, with the error handler WECHAT
        JobConfiguration jobConfig = JobConfiguration.newBuilder("myOneOffJob", 3)
                .jobErrorHandlerType("WECHAT")
                .build();
        setWechatProperties(jobConfig);
        return jobConfig;
    }

    private static void setWechatProperties(final JobConfiguration jobConfig) {
        // set the properties of the handler
        jobConfig.getProps().setProperty(WechatPropertiesConstants.WEBHOOK, "you_webhook");
    }

    private static CoordinatorRegistryCenter createRegistryCenter() {
        // configure the registry center
        CoordinatorRegistryCenter regCenter =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration("zk_host:2181", "my-job"));
        regCenter.init();
        return regCenter;
    }
}
