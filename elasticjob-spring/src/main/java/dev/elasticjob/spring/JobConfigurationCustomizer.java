package dev.elasticjob.spring;

import dev.elasticjob.api.JobConfiguration;

/**
 * Bean that can change the settings of jobs, regardless of where they are defined. Several customizers are called in their order. The
 * name of a job cannot be changed.
 */
@FunctionalInterface
public interface JobConfigurationCustomizer {

    /**
     * Customizes the settings of a job.
     *
     * @param configuration current settings
     * @return changed settings, created with {@link JobConfiguration#toBuilder()}, or the given ones
     */
    JobConfiguration customize(JobConfiguration configuration);
}
