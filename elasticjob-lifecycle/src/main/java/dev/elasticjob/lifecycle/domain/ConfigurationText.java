package dev.elasticjob.lifecycle.domain;

import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.config.JobConfigurationCodec;
import java.util.Optional;

/** The {@code config} node of a job as it is, readable or not. It may hold secrets. */
public record ConfigurationText(String jobName, String text, int version) {

    /** The text as it may be shown; nothing of it when it cannot be understood. */
    public String masked() {
        return ConfigurationSecrets.maskNode("/" + jobName + "/config", text);
    }

    /** Returns the settings; empty when the text cannot be parsed. */
    public Optional<JobConfigurationPOJO> settings() {
        try {
            return Optional.of(JobConfigurationPOJO.fromJobConfiguration(
                    JobConfigurationCodec.decode("/" + jobName + "/config", text)
                            .configuration()));
        } catch (ConfigurationFormatException broken) {
            return Optional.empty();
        }
    }

    /** Without the text: it may hold secrets. */
    @Override
    public String toString() {
        return jobName + " at version " + version;
    }
}
