package dev.elasticjob.spring;

import dev.elasticjob.api.JobConfiguration;

/**
 * A bean that has the last word on the settings of jobs, wherever they were written. Several are asked in their order; the
 * name of a job stays as it is.
 */
@FunctionalInterface
public interface JobConfigurationCustomizer {

    /** The settings to use, made with {@link JobConfiguration#toBuilder()}, or those given. */
    JobConfiguration customize(JobConfiguration configuration);
}
