package dev.elasticjob.scheduler;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.LocalSecrets;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.engine.ConfigText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The YAML of the registry. What is wrong with it is refused; what is merely unwise is run with a warning. */
final class RegistryConfigText implements ConfigText {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryConfigText.class);

    private final Map<String, Boolean> warned = new ConcurrentHashMap<>();
    private final JobConfiguration inCode;
    /** What the code says, as long as it was written and not read. */
    private String writtenInCode = "";

    /** @param inCode what the code says: the registry never sees the secrets in its properties */
    RegistryConfigText(JobConfiguration inCode) {
        this.inCode = inCode;
    }

    /** @throws IllegalArgumentException whatever is wrong with it */
    @Override
    public JobConfiguration read(String path, String text) {
        try {
            return readText(path, text);
        } catch (IllegalArgumentException wrong) {
            throw wrong;
        } catch (RuntimeException | Error unexpected) {
            // The check calls extensions, and a parser may overflow the stack: the job must not stop for it.
            throw new IllegalArgumentException(path + " cannot be read: " + unexpected, unexpected);
        }
    }

    private JobConfiguration readText(String path, String text) {
        // What the code says was checked before the job was started.
        boolean ours = text.equals(writtenInCode) || text.equals(write(inCode));
        writtenInCode = "";
        return ours ? inCode : readAnother(path, text);
    }

    private JobConfiguration readAnother(String path, String text) {
        StoredConfiguration stored = decode(path, text);
        JobConfiguration configuration = checked(LocalSecrets.with(stored.configuration(), inCode.getProps()));
        stored.warnings().forEach(this::warn);
        Set<String> seen = LocalSecrets.namesIn(stored.configuration().getProps());
        if (!seen.isEmpty()) {
            warn(path + ": whoever can read the registry sees the properties " + seen
                    + ", which look like secrets. Remove them there and configure them in the code");
        }
        return configuration;
    }

    private JobConfiguration checked(JobConfiguration configuration) {
        List<ConfigurationProblem> problems = configuration.problems();
        List<ConfigurationProblem> wrong = problems.stream()
                .filter(problem -> !problem.isToleratedInRegistry())
                .toList();
        if (!wrong.isEmpty()) {
            throw new JobConfigurationException(wrong);
        }
        problems.forEach(problem -> warn(problem.message()));
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
            LOG.warn("Configuration in the registry: {}", message);
        }
    }

    @Override
    public String write(JobConfiguration configuration) {
        String text = JobConfigurationCodec.encode(LocalSecrets.without(configuration));
        if (configuration == inCode) {
            writtenInCode = text;
        }
        return text;
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
