package com.dangdang.ddframe.job.lite.spring.api;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.api.listener.AbstractDistributeOnceElasticJobListener;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.spring.job.util.AopTargetUtils;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.google.common.base.Optional;
import java.util.Arrays;

/** Starts a job whose object is a bean. */
public final class SpringJobScheduler extends JobScheduler {

    private final ElasticJob elasticJob;

    public SpringJobScheduler(
            ElasticJob elasticJob,
            CoordinatorRegistryCenter regCenter,
            LiteJobConfiguration jobConfig,
            ElasticJobListener... elasticJobListeners) {
        super(regCenter, jobConfig, targets(elasticJobListeners));
        this.elasticJob = elasticJob;
    }

    public SpringJobScheduler(
            ElasticJob elasticJob,
            CoordinatorRegistryCenter regCenter,
            LiteJobConfiguration jobConfig,
            JobEventConfiguration jobEventConfig,
            ElasticJobListener... elasticJobListeners) {
        super(regCenter, jobConfig, jobEventConfig, targets(elasticJobListeners));
        this.elasticJob = elasticJob;
    }

    /** Returns the listeners behind proxies: a proxy does not show that a listener is a distribute-once listener. */
    private static ElasticJobListener[] targets(ElasticJobListener[] listeners) {
        return Arrays.stream(listeners)
                .map(each -> AopTargetUtils.getTarget(each) instanceof AbstractDistributeOnceElasticJobListener once
                        ? once
                        : each)
                .toArray(ElasticJobListener[]::new);
    }

    @Override
    protected Optional<ElasticJob> createElasticJobInstance() {
        return Optional.fromNullable(elasticJob);
    }
}
