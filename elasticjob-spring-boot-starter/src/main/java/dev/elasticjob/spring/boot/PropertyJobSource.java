package dev.elasticjob.spring.boot;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.spring.JobBeans;
import dev.elasticjob.spring.JobRecipe;
import dev.elasticjob.spring.JobSource;
import java.util.List;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Job that is defined by properties. */
final class PropertyJobSource implements JobSource {

    private final String jobName;

    PropertyJobSource(String jobName) {
        this.jobName = jobName;
    }

    @Override
    public JobRecipe recipe(ConfigurableListableBeanFactory beans) {
        JobProperties job = beans.getBean(ElasticJobProperties.class).getJobs().get(jobName);
        if (job == null) {
            throw new ElasticJobPropertyException(
                    "elasticjob.jobs",
                    "job '" + jobName + "' was there when the application was built, and is not any more",
                    "Build the application with the jobs that it shall run");
        }
        boolean hasClass = job.getElasticJobClass() != null;
        if (hasClass != job.getElasticJobType().isBlank()) {
            throw wrong(
                    "elasticJobClass",
                    hasClass ? "elastic-job-type is set too, and they exclude each other" : "it is not set",
                    "Set either elastic-job-class, to the class of a bean, or elastic-job-type, such as SCRIPT");
        }
        JobConfiguration configuration = configuration(job);
        return hasClass
                ? JobRecipe.ofBean(configuration, bean(beans, job.getElasticJobClass()), "")
                : JobRecipe.ofType(configuration, job.getElasticJobType().strip(), "");
    }

    private String bean(ConfigurableListableBeanFactory beans, Class<?> type) {
        List<String> names = JobBeans.ofClass(beans, type);
        if (names.isEmpty()) {
            throw wrong(
                    "elasticJobClass",
                    "it is " + type.getName() + ", and no job of this class is a bean",
                    "Annotate the class with @Component where it is scanned for, or define a bean of it;"
                            + " it has to implement SimpleJob, DataflowJob or another job interface");
        }
        if (names.size() > 1 && !names.contains(jobName)) {
            throw wrong(
                    "elasticJobClass",
                    "it is " + type.getName() + ", and there are several such beans: " + names,
                    "Name a class that one bean has, make one of them primary, or give one the job's name");
        }
        return names.size() == 1 ? names.get(0) : jobName;
    }

    private JobConfiguration configuration(JobProperties job) {
        if (job.getShardingTotalCount() == null) {
            throw wrong("shardingTotalCount", "it is not set", "Set it to the number of items, 1 or more");
        }
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(jobName, 0);
        job.applyTo(builder);
        builder.jobExecutorThreadPoolSizeProviderType(threads(job));
        job.getProps().forEach(builder::setProperty);
        return builder.build();
    }

    private String threads(JobProperties job) {
        String first = job.getJobExecutorThreadPoolSizeProviderType();
        String second = job.getJobExecutorServiceHandlerType();
        if (!first.isEmpty() && !second.isEmpty()) {
            throw wrong(
                    "jobExecutorServiceHandlerType",
                    "job-executor-thread-pool-size-provider-type is set too, and they are two names of one setting",
                    "Remove it");
        }
        return first.isEmpty() ? second : first;
    }

    private ElasticJobPropertyException wrong(String setting, String reason, String remedy) {
        return new ElasticJobPropertyException(PropertyNames.ofJob(jobName, setting), reason, remedy);
    }
}
