package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJobConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/** Registers a bootstrap for every bean whose class is annotated with {@link ElasticJobConfiguration}. */
final class AnnotatedJobs implements BeanFactoryPostProcessor, EnvironmentAware {

    private static final Logger LOG = LoggerFactory.getLogger(AnnotatedJobs.class);

    private Environment environment;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (AotDetector.useGeneratedArtifacts()) {
            // They were registered at build time.
            return;
        }
        for (String name : beans.getBeanDefinitionNames()) {
            if (!beans.getMergedBeanDefinition(name).isAbstract() && !ScopedProxyUtils.isScopedTarget(name)) {
                ElasticJobConfiguration settings =
                        beans.findAnnotationOnBean(name, ElasticJobConfiguration.class, false);
                if (settings != null) {
                    register(beans, (BeanDefinitionRegistry) beans, name, settings);
                }
            }
        }
    }

    private void register(
            ConfigurableListableBeanFactory beans,
            BeanDefinitionRegistry registry,
            String beanName,
            ElasticJobConfiguration settings) {
        String jobName = resolve(beans, settings.jobName());
        if (JobDefinitions.isRegistered(registry, jobName)) {
            LOG.info("Job '{}' is configured elsewhere; the annotation of bean '{}' is not used", jobName, beanName);
            return;
        }
        RootBeanDefinition source = new RootBeanDefinition(AnnotatedJobSource.class);
        source.getConstructorArgumentValues().addIndexedArgumentValue(0, beanName);
        boolean hasCron = !resolve(beans, settings.cron()).isBlank();
        JobDefinitions.register(registry, jobName, "", hasCron, source);
    }

    /** Resolves placeholders. The resolver of the context is registered later, unless a placeholder configurer has provided one. */
    private String resolve(ConfigurableListableBeanFactory beans, String text) {
        String resolved = beans.hasEmbeddedValueResolver()
                ? beans.resolveEmbeddedValue(text)
                : environment.resolveRequiredPlaceholders(text);
        return resolved == null ? "" : resolved;
    }
}
