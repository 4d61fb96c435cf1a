package dev.elasticjob.spring.boot;

import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

/** Runtime hints for the classes of {@code elastic-job-class}, which are looked up by name at runtime. */
final class JobClassHints implements BeanFactoryInitializationAotProcessor {

    @Override
    public BeanFactoryInitializationAotContribution processAheadOfTime(ConfigurableListableBeanFactory beanFactory) {
        Environment environment = beanFactory.getBean(Environment.class);
        return (context, code) -> PropertyJobsRegistrar.jobsIn(environment).values().stream()
                .map(JobProperties::getElasticJobClass)
                .filter(each -> each != null)
                .forEach(each -> context.getRuntimeHints().reflection().registerType(each));
    }
}
