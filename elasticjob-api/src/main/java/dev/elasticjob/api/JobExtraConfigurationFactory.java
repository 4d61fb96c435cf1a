package dev.elasticjob.api;

import java.util.Optional;

/** Makes an extra configuration for a job that is configured by {@link ElasticJobConfiguration}. */
public interface JobExtraConfigurationFactory {

    Optional<JobExtraConfiguration> getJobExtraConfiguration();
}
