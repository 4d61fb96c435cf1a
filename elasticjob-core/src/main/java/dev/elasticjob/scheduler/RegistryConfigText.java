package dev.elasticjob.scheduler;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.LocalSecrets;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.engine.context.ConfigText;
import dev.elasticjob.type.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes the YAML in the registry. Errors are rejected; settings that are likely wrong are accepted with a warning. */
final class RegistryConfigText implements ConfigText {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryConfigText.class);

    private final Map<String, Boolean> warned = new ConcurrentHashMap<>();
    private final JobConfiguration inCode;
    /** The text of the configuration in the code, from when it is written until it is read for the first time. */
    private String writtenInCode = "";

    /** @param inCode the configuration in the code; secrets in its properties are not written to the registry */
    RegistryConfigText(JobConfiguration inCode) {
        this.inCode = inCode;
    }

    /** @throws IllegalArgumentException for every kind of error */
    @Override
    public JobConfiguration read(String path, String text) {
        try {
            return readText(path, text);
        } catch (IllegalArgumentException wrong) {
            throw wrong;
        } catch (RuntimeException | Error unexpected) {
            // The check calls extensions, and a parser may overflow the stack. The job must continue.
            throw new IllegalArgumentException(path + " cannot be read: " + unexpected, unexpected);
        }
    }

    private JobConfiguration readText(String path, String text) {
        // The configuration in the code was checked before the job was started.
        boolean isFromCode = text.equals(writtenInCode) || text.equals(write(inCode));
        writtenInCode = "";
        return isFromCode ? inCode : readAnother(path, text);
    }

    private JobConfiguration readAnother(String path, String text) {
        StoredConfiguration stored = decode(path, text);
        JobConfiguration configuration =
                checked(LocalSecrets.with(stored.configuration(), inCode.getProps(), this::warn));
        stored.warnings().forEach(this::warn);
        Set<String> seen = LocalSecrets.namesIn(stored.configuration().getProps());
        if (!seen.isEmpty()) {
            warn(path + ": the properties " + seen
                    + " look like secrets, and everyone with read access to the registry can read them. Remove them"
                    + " there and configure them in the code");
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
            LOG.warn("Configuration in the registry: {}", VisibleText.of(message));
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
            // Then it contains no entries of other programs that could be kept.
            return write(configuration);
        }
    }
}
