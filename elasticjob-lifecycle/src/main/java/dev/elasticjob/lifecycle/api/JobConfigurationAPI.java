package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;

/** The settings of jobs. */
public interface JobConfigurationAPI extends AutoCloseable {

    /**
     * Reads the settings of a job, and as which version.
     *
     * @throws OperationException when there is no such job, or its {@code config} node cannot be understood
     */
    JobConfigurationPOJO getJobConfiguration(String jobName);

    /**
     * Replaces the settings of a job, if they are still the version that was read. What other tools wrote into the node and
     * nobody here knows stays there.
     *
     * @throws OperationException {@link OperationException.Kind#CONFLICT} when somebody else was faster, or it was never read
     * @throws dev.elasticjob.api.JobConfigurationException when a setting is wrong
     */
    void updateJobConfiguration(JobConfigurationPOJO jobConfiguration);

    /** Reads the text of the {@code config} node, be it as broken as it may. */
    ConfigurationText getConfigurationText(String jobName);

    /**
     * Replaces the text of the {@code config} node, if it is still the version that was read; how a broken one is mended.
     *
     * @throws OperationException when somebody else was faster, or the new text cannot be understood
     * @throws dev.elasticjob.api.JobConfigurationException when a setting in it is wrong
     */
    void updateConfigurationText(ConfigurationText configuration);

    /** Removes the whole job from the registry. Its instances let their runs end, and do not come back. */
    void removeJobConfiguration(String jobName);

    /** Gives the connection back, if this has one of its own; it ends with the last that uses it. */
    @Override
    default void close() {}
}
