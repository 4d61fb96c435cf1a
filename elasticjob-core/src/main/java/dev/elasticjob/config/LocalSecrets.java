package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps secrets out of the registry. A property that {@link ConfigurationSecrets} would mask is not written there; each
 * process goes by the one that its own code was configured with. One that somebody else put into the registry counts, as
 * everything there does.
 */
public final class LocalSecrets {

    private LocalSecrets() {}

    /** The names of the properties that are secrets, in alphabetical order. */
    public static Set<String> namesIn(Properties props) {
        Set<String> names = new TreeSet<>();
        for (String name : props.stringPropertyNames()) {
            String value = props.getProperty(name);
            if (!ConfigurationSecrets.mask(name, value).equals(value)) {
                names.add(name);
            }
        }
        return names;
    }

    /** What of a configuration may be written. */
    public static JobConfiguration without(JobConfiguration configuration) {
        JobConfiguration result = configuration.toBuilder().buildUnchecked();
        namesIn(configuration.getProps()).forEach(result.getProps()::remove);
        return result;
    }

    /** A configuration that was read, with the secrets that this process has and the registry has not. */
    public static JobConfiguration with(JobConfiguration configuration, Properties local) {
        JobConfiguration result = configuration.toBuilder().buildUnchecked();
        namesIn(local).forEach(name -> result.getProps().putIfAbsent(name, local.getProperty(name)));
        return result;
    }
}
