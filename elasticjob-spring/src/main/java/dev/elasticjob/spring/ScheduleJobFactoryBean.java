package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;

/** Factory of a job that runs on a schedule. */
public final class ScheduleJobFactoryBean extends JobFactoryBean<ScheduleJobBootstrap> {

    public ScheduleJobFactoryBean(JobSource source) {
        super(ScheduleJobBootstrap.class, source);
    }

    @Override
    ScheduleJobBootstrap create(CoordinatorRegistryCenter regCenter, ElasticJob job, JobConfiguration configuration) {
        return new ScheduleJobBootstrap(regCenter, job, configuration);
    }

    @Override
    ScheduleJobBootstrap create(CoordinatorRegistryCenter regCenter, String type, JobConfiguration configuration) {
        return new ScheduleJobBootstrap(regCenter, type, configuration);
    }

    @Override
    void start(ScheduleJobBootstrap bootstrap) {
        bootstrap.schedule();
    }
}
