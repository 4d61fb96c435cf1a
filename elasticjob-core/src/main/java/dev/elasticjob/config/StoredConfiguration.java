package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import java.util.List;
import java.util.Objects;

/**
 * Configuration as stored in a registry.
 *
 * @param configuration the settings without validation; {@link JobConfiguration#problems()} returns their problems
 * @param foreign other entries of the node, which are kept when the node is written
 * @param warnings messages that an operator should read
 */
public record StoredConfiguration(JobConfiguration configuration, ForeignEntries foreign, List<String> warnings) {

    public StoredConfiguration {
        Objects.requireNonNull(configuration);
        Objects.requireNonNull(foreign);
        warnings = List.copyOf(warnings);
    }
}
