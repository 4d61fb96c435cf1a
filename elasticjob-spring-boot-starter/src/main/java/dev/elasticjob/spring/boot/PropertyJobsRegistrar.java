package dev.elasticjob.spring.boot;

import dev.elasticjob.spring.JobDefinitions;
import java.util.Map;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Registers a bean for each job below {@code elasticjob.jobs}, early enough for injection into other beans. */
final class PropertyJobsRegistrar implements ImportBeanDefinitionRegistrar {

    private final Environment environment;

    PropertyJobsRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        jobsIn(environment).forEach((name, job) -> register(registry, name, job));
        JobDefinitions.registerInfrastructure(registry);
    }

    static Map<String, JobProperties> jobsIn(Environment environment) {
        return PropertyNames.withoutShadows(Binder.get(environment)
                .bind("elasticjob.jobs", Bindable.mapOf(String.class, JobProperties.class))
                .orElse(Map.of()));
    }

    private static void register(BeanDefinitionRegistry registry, String jobName, JobProperties job) {
        RootBeanDefinition source = new RootBeanDefinition(PropertyJobSource.class);
        source.getConstructorArgumentValues().addIndexedArgumentValue(0, jobName);
        try {
            JobDefinitions.register(
                    registry,
                    jobName,
                    job.getJobBootstrapBeanName(),
                    !job.getCron().isBlank(),
                    source);
        } catch (IllegalStateException nameTaken) {
            throw new ElasticJobPropertyException(
                    PropertyNames.ofJob(jobName, "jobBootstrapBeanName"),
                    nameTaken.getMessage(),
                    "Set it to a name that no other bean has",
                    nameTaken);
        }
    }
}
