package dev.elasticjob.spring;

import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.StringUtils;

/** Creates the bean definitions of jobs and of their lifecycle. */
public final class JobDefinitions {

    private static final String JOB_NAME = JobDefinitions.class.getName() + ".jobName";

    private static final String LIFECYCLE = "dev.elasticjob.spring.jobsLifecycle";
    private static final String ANNOTATED_JOBS = "dev.elasticjob.spring.annotatedJobs";

    private JobDefinitions() {}

    /** Registers the beans that every job needs. Further calls have no effect. */
    public static void registerInfrastructure(BeanDefinitionRegistry registry) {
        registerOnce(registry, LIFECYCLE, JobsLifecycle.class);
        registerOnce(registry, ANNOTATED_JOBS, AnnotatedJobs.class);
    }

    private static void registerOnce(BeanDefinitionRegistry registry, String name, Class<?> type) {
        if (!registry.containsBeanDefinition(name)) {
            RootBeanDefinition definition = new RootBeanDefinition(type);
            definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
            registry.registerBeanDefinition(name, definition);
        }
    }

    /**
     * Registers a job: a {@code ScheduleJobBootstrap} if it has a schedule, otherwise a {@code OneOffJobBootstrap}.
     *
     * @param beanName bean name; empty for the job's name with the kind of bootstrap as suffix
     * @param source definition of a {@link JobSource}
     */
    public static void register(
            BeanDefinitionRegistry registry, String jobName, String beanName, boolean hasCron, BeanDefinition source) {
        String name = StringUtils.hasText(beanName)
                ? beanName
                : jobName + (hasCron ? "ScheduleJobBootstrap" : "OneOffJobBootstrap");
        if (registry.containsBeanDefinition(name)) {
            throw new IllegalStateException("Job '" + jobName + "' wants its bootstrap to be the bean '" + name
                    + "', but there is a bean of this name already. Set jobBootstrapBeanName to another name");
        }
        RootBeanDefinition definition = definition(hasCron, source);
        definition.setAttribute(JOB_NAME, jobName);
        registry.registerBeanDefinition(name, definition);
    }

    /** Returns the definition of a job's bootstrap, for callers that register it under another name. */
    public static RootBeanDefinition definition(boolean hasCron, BeanDefinition source) {
        RootBeanDefinition definition =
                new RootBeanDefinition(hasCron ? ScheduleJobFactoryBean.class : OneOffJobFactoryBean.class);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, source);
        // Makes the type of the bean known without creating the factory early.
        definition.setAttribute(
                FactoryBean.OBJECT_TYPE_ATTRIBUTE, hasCron ? ScheduleJobBootstrap.class : OneOffJobBootstrap.class);
        return definition;
    }

    static boolean isRegistered(BeanDefinitionRegistry registry, String jobName) {
        for (String each : registry.getBeanDefinitionNames()) {
            if (jobName.equals(registry.getBeanDefinition(each).getAttribute(JOB_NAME))) {
                return true;
            }
        }
        return false;
    }
}
