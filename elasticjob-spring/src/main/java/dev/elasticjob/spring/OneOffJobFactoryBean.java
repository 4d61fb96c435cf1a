package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;

/** Factory of a job that runs on request. */
public final class OneOffJobFactoryBean extends JobFactoryBean<OneOffJobBootstrap> {

    public OneOffJobFactoryBean(JobSource source) {
        super(OneOffJobBootstrap.class, source);
    }

    @Override
    OneOffJobBootstrap create(CoordinatorRegistryCenter regCenter, ElasticJob job, JobConfiguration configuration) {
        return OneOffJobBootstrap.notStarted(regCenter, job, configuration);
    }

    @Override
    OneOffJobBootstrap create(CoordinatorRegistryCenter regCenter, String type, JobConfiguration configuration) {
        return OneOffJobBootstrap.notStarted(regCenter, type, configuration);
    }

    @Override
    void start(OneOffJobBootstrap bootstrap) {
        bootstrap.start();
    }
}
