package dev.elasticjob.api;

import java.util.Optional;

/** Creates an extra configuration for a job that is configured with {@link ElasticJobConfiguration}. */
public interface JobExtraConfigurationFactory {

    Optional<JobExtraConfiguration> getJobExtraConfiguration();
}
