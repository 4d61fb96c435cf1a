package dev.elasticjob.scheduler;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.LocalSecrets;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.engine.ConfigText;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The YAML of the registry. What is wrong with it is refused; what is merely unwise is run with a warning. */
final class RegistryConfigText implements ConfigText {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryConfigText.class);

    private final Map<String, Boolean> warned = new ConcurrentHashMap<>();
    private final Properties local;

    /** @param local the properties in the code, whose secrets the registry never sees */
    RegistryConfigText(Properties local) {
        this.local = local;
    }

    @Override
    public JobConfiguration read(String path, String text) {
        StoredConfiguration stored = decode(path, text);
        JobConfiguration configuration = LocalSecrets.with(stored.configuration(), local);
        List<ConfigurationProblem> problems = configuration.problems();
        List<ConfigurationProblem> wrong = problems.stream()
                .filter(problem -> problem.severity() != Severity.UNWISE)
                .toList();
        if (!wrong.isEmpty()) {
            throw new JobConfigurationException(wrong);
        }
        stored.warnings().forEach(this::warn);
        problems.forEach(problem -> warn(problem.message()));
        Set<String> seen = LocalSecrets.namesIn(stored.configuration().getProps());
        if (!seen.isEmpty()) {
            warn(path + ": whoever can read the registry sees the properties " + seen
                    + ", which look like secrets. Remove them there and configure them in the code");
        }
        return configuration;
    }

    private static StoredConfiguration decode(String path, String text) {
        try {
            return JobConfigurationCodec.decode(path, text);
        } catch (ConfigurationFormatException unreadable) {
            throw new IllegalArgumentException(unreadable.getMessage(), unreadable);
        }
    }

    private void warn(String message) {
        if (warned.putIfAbsent(message, true) == null) {
            LOG.warn("{}", message);
        }
    }

    @Override
    public String write(JobConfiguration configuration) {
        return JobConfigurationCodec.encode(LocalSecrets.without(configuration));
    }

    @Override
    public String rewrite(String path, String text, JobConfiguration configuration) {
        try {
            return JobConfigurationCodec.encode(
                    LocalSecrets.without(configuration),
                    JobConfigurationCodec.decode(path, text).foreign());
        } catch (ConfigurationFormatException unreadable) {
            // Then there is nothing in it that others could understand.
            return write(configuration);
        }
    }
}
