package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;

/** The settings of jobs. */
public interface JobConfigurationAPI extends AutoCloseable {

    /**
     * Reads the settings of a job with their version.
     *
     * @throws OperationException if the job does not exist, or its {@code config} node cannot be parsed
     */
    JobConfigurationPOJO getJobConfiguration(String jobName);

    /**
     * Replaces the settings of a job if their version is still current. Entries in the node that were written by other tools
     * are preserved.
     *
     * @throws OperationException {@link OperationException.Kind#CONFLICT} if the settings have changed since they were read, or
     *     were not read from the registry
     * @throws dev.elasticjob.api.JobConfigurationException if a setting is invalid
     */
    void updateJobConfiguration(JobConfigurationPOJO jobConfiguration);

    /** Reads the text of the {@code config} node, whether or not it can be parsed. */
    ConfigurationText getConfigurationText(String jobName);

    /**
     * Replaces the text of the {@code config} node if its version is still current. Use it to repair a text that cannot be
     * parsed.
     *
     * @throws OperationException if the node has changed since it was read, or the new text cannot be parsed
     * @throws dev.elasticjob.api.JobConfigurationException if a setting in the new text is invalid
     */
    void updateConfigurationText(ConfigurationText configuration);

    /** Removes the job from the registry. Its instances finish their current runs and do not rejoin. */
    void removeJobConfiguration(String jobName);

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
