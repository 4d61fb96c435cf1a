package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.JobConfiguration;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Definition of a job by a bean with an annotated class; texts of the annotation may contain placeholders. */
final class AnnotatedJobSource implements JobSource {

    private final String beanName;

    AnnotatedJobSource(String beanName) {
        this.beanName = beanName;
    }

    @Override
    public JobRecipe recipe(ConfigurableListableBeanFactory beans) {
        Class<?> type = JobBeans.classOf(beans, beanName);
        while (type != null && !type.isAnnotationPresent(ElasticJobConfiguration.class)) {
            type = type.getSuperclass();
        }
        if (type == null) {
            throw new IllegalStateException("Bean '" + beanName
                    + "' is annotated with @ElasticJobConfiguration, but not on its class. Annotate the class");
        }
        JobConfiguration configuration = JobConfiguration.fromAnnotation(
                type, text -> Objects.requireNonNullElse(beans.resolveEmbeddedValue(text), ""));
        String registryCenter =
                type.getAnnotation(ElasticJobConfiguration.class).registryCenter();
        return JobRecipe.ofBean(configuration, beanName, registryCenter);
    }
}
