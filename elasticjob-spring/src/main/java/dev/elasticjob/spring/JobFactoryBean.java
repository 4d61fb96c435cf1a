package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.JobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingListener;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Creates the bootstrap of a job, so that errors in its definition prevent the context from starting. The instance does not join the job
 * before {@link JobsLifecycle} starts it.
 */
public abstract class JobFactoryBean<T extends JobBootstrap>
        implements FactoryBean<T>, BeanFactoryAware, BeanNameAware, InitializingBean, DisposableBean {

    private final Class<T> kind;
    private final JobSource source;
    private ConfigurableListableBeanFactory beans;
    private String beanName;
    private CoordinatorRegistryCenter center;
    private String jobName;
    private T bootstrap;

    JobFactoryBean(Class<T> kind, JobSource source) {
        this.kind = kind;
        this.source = source;
    }

    abstract T create(CoordinatorRegistryCenter regCenter, ElasticJob job, JobConfiguration configuration);

    abstract T create(CoordinatorRegistryCenter regCenter, String type, JobConfiguration configuration);

    abstract void start(T bootstrap);

    @Override
    public final void setBeanFactory(BeanFactory beanFactory) {
        beans = (ConfigurableListableBeanFactory) beanFactory;
    }

    @Override
    public final void setBeanName(String name) {
        beanName = name;
    }

    @Override
    public final void afterPropertiesSet() {
        JobRecipe recipe = source.recipe(beans);
        jobName = recipe.configuration().getJobName();
        center = center(recipe);
        center.init();
        JobConfiguration configuration = customized(recipe.configuration());
        bootstrap = recipe.jobBean().isEmpty()
                ? create(center, recipe.jobType(), configuration)
                : create(center, job(recipe), configuration);
    }

    private CoordinatorRegistryCenter center(JobRecipe recipe) {
        if (!recipe.registryCenter().isEmpty()) {
            return beans.getBean(recipe.registryCenter(), CoordinatorRegistryCenter.class);
        }
        try {
            return beans.getBean(CoordinatorRegistryCenter.class);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new IllegalStateException(
                    "Job '" + jobName + "' could run on several registry centers: " + several.getBeanNamesFound()
                            + ". Make one of these beans primary, or name one in registryCenter of the annotation or in"
                            + " registry-center-ref of the XML",
                    several);
        }
    }

    /**
     * Returns the object of the job. Its bean outlives the bootstrap, because running items may use it until the instance has left the
     * job.
     */
    private ElasticJob job(JobRecipe recipe) {
        ElasticJob job = beans.getBean(recipe.jobBean(), ElasticJob.class);
        beans.registerDependentBean(recipe.jobBean(), beanName);
        return job;
    }

    private JobConfiguration customized(JobConfiguration written) {
        JobConfiguration.Builder builder = written.toBuilder();
        beans.getBeanProvider(TracingListener.class)
                .orderedStream()
                .forEach(listener ->
                        builder.addExtraConfigurations(new TracingConfiguration<>(ListenerTracing.TYPE, listener)));
        JobConfiguration result = builder.build();
        for (JobConfigurationCustomizer each : beans.getBeanProvider(JobConfigurationCustomizer.class)
                .orderedStream()
                .toList()) {
            result = each.customize(result);
        }
        if (!result.getJobName().equals(jobName)) {
            throw new IllegalStateException("A JobConfigurationCustomizer made job '" + result.getJobName()
                    + "' of job '" + jobName + "': it may change all but the name");
        }
        return result;
    }

    final String jobName() {
        return jobName;
    }

    public final CoordinatorRegistryCenter registryCenter() {
        return center;
    }

    final void start() {
        start(bootstrap);
    }

    /** Leaves the job immediately; completes when running items have ended. */
    final CompletableFuture<Void> leave() {
        return Scheduler.on(center).shutdown(jobName);
    }

    /** Waits until the instance has left the job. */
    final void shutdown() {
        if (bootstrap != null) {
            bootstrap.shutdown();
        }
    }

    @Override
    public final T getObject() {
        return bootstrap;
    }

    @Override
    public final Class<T> getObjectType() {
        return kind;
    }

    @Override
    public final void destroy() {
        shutdown();
    }
}
