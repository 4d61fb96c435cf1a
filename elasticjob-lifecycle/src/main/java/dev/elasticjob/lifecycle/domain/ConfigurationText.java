package dev.elasticjob.lifecycle.domain;

import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.view.JobTree;
import java.util.Optional;

/** The text of a job's {@code config} node, whether or not it can be parsed. It may contain secrets. */
public record ConfigurationText(String jobName, String text, int version) {

    /** Returns the text with masked secrets. A text that cannot be parsed is hidden completely. */
    public String masked() {
        return ConfigurationSecrets.maskNode(new JobTree(jobName).config(), text);
    }

    /** Returns the settings; empty when the text cannot be parsed. */
    public Optional<JobConfigurationPOJO> settings() {
        try {
            return Optional.of(JobConfigurationPOJO.fromJobConfiguration(
                    JobConfigurationCodec.decode(new JobTree(jobName).config(), text)
                            .configuration()));
        } catch (ConfigurationFormatException broken) {
            return Optional.empty();
        }
    }

    /** Omits the text, which may contain secrets. */
    @Override
    public String toString() {
        return jobName + " at version " + version;
    }
}
