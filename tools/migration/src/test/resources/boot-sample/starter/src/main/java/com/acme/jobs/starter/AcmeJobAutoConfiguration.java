package com.acme.jobs.starter;

import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.JobConfigurationAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.api.ShardingOperateAPI;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.internal.operate.ShardingOperateAPIImpl;
import org.apache.shardingsphere.elasticjob.lite.lifecycle.internal.settings.JobConfigurationAPIImpl;
import org.apache.shardingsphere.elasticjob.lite.spring.boot.job.ElasticJobLiteAutoConfiguration;
import org.apache.shardingsphere.elasticjob.reg.base.CoordinatorRegistryCenter;
import org.springframework.boot.autoconfigure.AutoConfigureAfter;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration
@AutoConfigureAfter(ElasticJobLiteAutoConfiguration.class)
@EnableConfigurationProperties(AcmeJobProperties.class)
@Import(AcmeJobRegistrar.class)
public class AcmeJobAutoConfiguration {

    @Bean
    public JobConfigurationAPI jobConfigurationAPI(CoordinatorRegistryCenter center) {
        return new JobConfigurationAPIImpl(center);
    }

    @Bean
    public ShardingOperateAPI shardingOperateAPI(CoordinatorRegistryCenter center) {
        return new ShardingOperateAPIImpl(center);
    }
}
