package com.example.boot;

import com.dangdang.ddframe.job.api.simple.SimpleJob;
import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.executor.ShardingContexts;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.lite.spring.api.SpringJobScheduler;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.ManagedList;
import org.springframework.boot.CommandLineRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.stereotype.Component;

/** Registers a scheduler for every annotated job, as the starters for 2.x do. */
@Component
public class ElasticSchedulerRegistrar implements CommandLineRunner {

    @Autowired
    private ConfigurableApplicationContext context;

    @Autowired
    private ZookeeperRegistryCenter regCenter;

    @Override
    public void run(String... args) {
        DefaultListableBeanFactory factory = (DefaultListableBeanFactory) context.getBeanFactory();
        for (Map.Entry<String, Object> each : context.getBeansWithAnnotation(ElasticScheduler.class).entrySet()) {
            ElasticScheduler annotation = each.getValue().getClass().getAnnotation(ElasticScheduler.class);
            SimpleJob job = (SimpleJob) each.getValue();
            LiteJobConfiguration configuration = LiteJobConfiguration.newBuilder(new SimpleJobConfiguration(
                    JobCoreConfiguration.newBuilder(each.getKey(), annotation.cron(), annotation.shardingTotalCount())
                            .shardingItemParameters(annotation.shardingItemParameters()).build(),
                    job.getClass().getCanonicalName())).overwrite(true).build();
            BeanDefinitionBuilder builder = BeanDefinitionBuilder.rootBeanDefinition(SpringJobScheduler.class);
            builder.setInitMethodName("init");
            builder.setScope("prototype");
            builder.addConstructorArgValue(job);
            builder.addConstructorArgValue(regCenter);
            builder.addConstructorArgValue(configuration);
            ManagedList<ElasticJobListener> listeners = new ManagedList<>();
            listeners.add(new ElasticJobListener() {
                @Override
                public void beforeJobExecuted(ShardingContexts shardingContexts) {
                    System.out.println("listener | " + shardingContexts.getJobName());
                }

                @Override
                public void afterJobExecuted(ShardingContexts shardingContexts) {
                }
            });
            builder.addConstructorArgValue(listeners);
            factory.registerBeanDefinition(each.getKey() + "SpringJobScheduler", builder.getBeanDefinition());
            SpringJobScheduler scheduler = (SpringJobScheduler) context.getBean(each.getKey() + "SpringJobScheduler");
            System.out.println("registered | " + each.getKey() + " | " + (scheduler != null));
            JobRegistry.getInstance().getJobScheduleController(each.getKey()).triggerJob();
        }
    }
}
