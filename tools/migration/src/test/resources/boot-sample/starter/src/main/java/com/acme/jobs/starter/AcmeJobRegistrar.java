package com.acme.jobs.starter;

import java.util.Map;
import javax.annotation.PostConstruct;
import org.apache.shardingsphere.elasticjob.api.ElasticJob;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.reg.base.CoordinatorRegistryCenter;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Schedules the beans with the annotation. */
public class AcmeJobRegistrar {

    @Autowired
    private ApplicationContext context;

    @Autowired
    private CoordinatorRegistryCenter center;

    @Autowired
    private AcmeJobProperties properties;

    @PostConstruct
    public void register() {
        ConfigurableListableBeanFactory beans = ((ConfigurableApplicationContext) context).getBeanFactory();
        for (Map.Entry<String, Object> each : context.getBeansWithAnnotation(AcmeJob.class).entrySet()) {
            AcmeJob job = each.getValue().getClass().getAnnotation(AcmeJob.class);
            JobConfiguration configuration = JobConfiguration.newBuilder(job.name(), job.shards())
                    .cron(job.cron())
                    .shardingItemParameters(job.itemParameters())
                    .jobParameter(job.jobParameter())
                    .jobExecutorServiceHandlerType(
                            job.jobExecutorServiceHandlerType().isEmpty()
                                    ? properties.getJobExecutorServiceHandlerType()
                                    : job.jobExecutorServiceHandlerType())
                    .build();
            ScheduleJobBootstrap bootstrap =
                    new ScheduleJobBootstrap(center, (ElasticJob) each.getValue(), configuration);
            beans.registerSingleton(each.getKey() + "Bootstrap", bootstrap);
            bootstrap.schedule();
        }
    }
}
