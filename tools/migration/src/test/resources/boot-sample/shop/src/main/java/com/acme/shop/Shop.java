package com.acme.shop;

import org.apache.shardingsphere.elasticjob.infra.pojo.JobConfigurationPOJO;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobConfigurationAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.ShardingOperateAPI;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

@SpringBootApplication
@EnableScheduling
public class Shop {

    public static void main(String[] args) throws InterruptedException {
        ConfigurableApplicationContext context = SpringApplication.run(Shop.class, args);
        context.getBean(Seen.class).await("orders 0", "orders 1", "stock");
        JobConfigurationAPI settings = context.getBean(JobConfigurationAPI.class);
        JobConfigurationPOJO orders = settings.getJobConfiguration("orders");
        orders.setJobParameter("edited");
        settings.updateJobConfiguration(orders);
        context.getBean(ShardingOperateAPI.class).disable("orders", "2");
        System.exit(SpringApplication.exit(context));
    }
}
