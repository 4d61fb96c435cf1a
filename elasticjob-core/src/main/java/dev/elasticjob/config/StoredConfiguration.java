package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import java.util.List;
import java.util.Objects;

/**
 * A configuration as a registry holds it.
 *
 * @param configuration the settings, taken as they are: ask {@link JobConfiguration#problems()}
 * @param foreign what else stands in the node; given back when the node is written anew
 * @param warnings what somebody should look at, in words
 */
public record StoredConfiguration(JobConfiguration configuration, ForeignEntries foreign, List<String> warnings) {

    public StoredConfiguration {
        Objects.requireNonNull(configuration);
        Objects.requireNonNull(foreign);
        warnings = List.copyOf(warnings);
    }
}
