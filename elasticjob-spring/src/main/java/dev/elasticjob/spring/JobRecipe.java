package dev.elasticjob.spring;

import dev.elasticjob.api.JobConfiguration;
import java.util.Objects;

/**
 * Definition of a job, which is either a bean or a type.
 *
 * @param jobBean name of the bean whose code runs; empty for a job that is defined by its type
 * @param jobType type such as {@code SCRIPT}; empty for a job that is a bean
 * @param registryCenter bean name of the registry center if there are several; empty for the only or primary one
 */
public record JobRecipe(JobConfiguration configuration, String jobBean, String jobType, String registryCenter) {

    public JobRecipe {
        Objects.requireNonNull(configuration, "configuration");
        if (jobBean.isEmpty() == jobType.isEmpty()) {
            throw new IllegalArgumentException("Job '" + configuration.getJobName()
                    + "' is either a bean or a type, but has bean '" + jobBean + "' and type '" + jobType + "'");
        }
    }

    public static JobRecipe ofBean(JobConfiguration configuration, String jobBean, String registryCenter) {
        return new JobRecipe(configuration, jobBean, "", registryCenter);
    }

    public static JobRecipe ofType(JobConfiguration configuration, String jobType, String registryCenter) {
        return new JobRecipe(configuration, "", jobType, registryCenter);
    }
}
