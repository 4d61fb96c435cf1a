package dev.elasticjob.lifecycle;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.config.ForeignEntries;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Reads and updates {@code config} nodes with optimistic locking on the node version. */
final class ConfigurationOperations implements JobConfigurationAPI {

    private final RegistryAccess registry;
    private final Runnable onClose;

    ConfigurationOperations(RegistryAccess registry, Runnable onClose) {
        this.registry = registry;
        this.onClose = onClose;
    }

    @Override
    public JobConfigurationPOJO getJobConfiguration(String jobName) {
        Node node = node(jobName);
        try {
            JobConfigurationPOJO result = JobConfigurationPOJO.fromJobConfiguration(
                    JobConfigurationCodec.decode(node.path(), node.text()).configuration());
            result.setVersion(node.version());
            return result;
        } catch (ConfigurationFormatException broken) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE, "Job '" + jobName + "': " + broken.getMessage() + " Its text can be edited");
        }
    }

    @Override
    public void updateJobConfiguration(JobConfigurationPOJO jobConfiguration) {
        String jobName = Names.job(jobConfiguration.getJobName());
        JobConfiguration configuration = jobConfiguration.toJobConfiguration();
        requireRight(configuration);
        Node node = node(jobName);
        requireVersion(jobName, jobConfiguration.getVersion(), node.version());
        String text = JobConfigurationCodec.encode(configuration, foreignIn(jobName, node));
        requireNoNewSecret(jobName, node, text);
        set(jobName, node.version(), text);
    }

    /** Rejects secrets that the node does not already hold. Existing secrets are in use and may stay. */
    private static void requireNoNewSecret(String jobName, Node before, String text) {
        Set<String> added = new TreeSet<>();
        try {
            SortedMap<String, String> known = secretsIn(before);
            ConfigurationSecrets.inNode(before.path(), text).forEach((where, value) -> {
                boolean isUnchanged = known == null ? before.text().contains(value) : value.equals(known.get(where));
                if (!isUnchanged && isLocalSecret(where)) {
                    added.add(where);
                }
            });
        } catch (ConfigurationFormatException broken) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE, "Job '" + jobName + "', the new text: " + broken.getMessage());
        }
        if (!added.isEmpty()) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    "Job '" + jobName + "': " + added
                            + " looks like a secret, and every client that can read the registry would"
                            + " see it. Nothing was changed. Leave it out here and set it where the job is started, in"
                            + " its code or its application's settings: each process goes by its own");
        }
    }

    /**
     * Returns whether the value is confidential, by the same rule as in the engine: properties and values nested below other
     * keys. Parameters and descriptions are public.
     */
    private static boolean isLocalSecret(String where) {
        return where.indexOf('.') >= 0 || where.indexOf('[') >= 0 || ConfigurationSecrets.isSecret(where);
    }

    /** Returns null if the text cannot be parsed. */
    private static SortedMap<String, String> secretsIn(Node node) {
        try {
            return ConfigurationSecrets.inNode(node.path(), node.text());
        } catch (ConfigurationFormatException broken) {
            return null;
        }
    }

    /** Returns the entries written by other tools. Throws if the text cannot be parsed, because an update would lose them. */
    private static ForeignEntries foreignIn(String jobName, Node node) {
        try {
            return JobConfigurationCodec.decode(node.path(), node.text()).foreign();
        } catch (ConfigurationFormatException broken) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    "Job '" + jobName + "': " + broken.getMessage()
                            + " Correct the text first, so that nothing in it is lost unnoticed");
        }
    }

    @Override
    public ConfigurationText getConfigurationText(String jobName) {
        Node node = node(jobName);
        return new ConfigurationText(jobName, node.text(), node.version());
    }

    @Override
    public void updateConfigurationText(ConfigurationText configuration) {
        String jobName = Names.job(configuration.jobName());
        try {
            requireRight(JobConfigurationCodec.decode(new JobTree(jobName).config(), configuration.text())
                    .configuration());
        } catch (ConfigurationFormatException broken) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE, "Job '" + jobName + "', the new text: " + broken.getMessage());
        }
        Node node = node(jobName);
        requireVersion(jobName, configuration.version(), node.version());
        requireNoNewSecret(jobName, node, configuration.text());
        set(jobName, configuration.version(), configuration.text());
    }

    @Override
    public void removeJobConfiguration(String jobName) {
        new JobRemoval(registry, Names.job(jobName)).run();
    }

    /**
     * Rejects invalid settings only. A type unknown here may be known where the job runs, and the operator decides about
     * warnings.
     */
    private static void requireRight(JobConfiguration configuration) {
        List<ConfigurationProblem> wrong = configuration.problems().stream()
                .filter(each -> each.severity() == Severity.WRONG)
                .toList();
        if (!wrong.isEmpty()) {
            throw new JobConfigurationException(wrong);
        }
    }

    private static void requireVersion(String jobName, int read, int now) {
        if (read == JobConfigurationPOJO.NOT_READ) {
            throw new OperationException(
                    Kind.CONFLICT,
                    "Job '" + jobName
                            + "': these settings were not read from the registry, so it is unknown what they"
                            + " would overwrite. Read them, change them, and update then");
        }
        if (read != now) {
            throw conflict(jobName, "version " + read + " was read, but version " + now + " is there now");
        }
    }

    private static OperationException conflict(String jobName, String found) {
        return new OperationException(
                Kind.CONFLICT,
                "Job '" + jobName + "': another client has changed its configuration: " + found
                        + ". Read it again, and apply your change to that");
    }

    private void set(String jobName, int version, String text) {
        String path = new JobTree(jobName).config();
        Transaction transaction = Transaction.builder().set(path, text, version).build();
        CommitResult result = registry.commit(transaction);
        if (result instanceof CommitResult.Conflict conflict) {
            throw conflict.reason() == CommitResult.Reason.MISSING
                    ? JobViews.notFound(jobName)
                    : conflict(jobName, "version " + version + " is not there any more");
        }
        if (result instanceof CommitResult.Unknown unknown) {
            resolve(jobName, path, version, text, unknown);
        }
    }

    /** Accepts an unknown outcome if the node now holds the text of this update at the next version, and throws otherwise. */
    private void resolve(String jobName, String path, int version, String text, CommitResult.Unknown unknown) {
        Optional<Node> found = registry.read(ReadRequest.of(path).synced()).node(path);
        boolean isOwnEdit = found.isPresent()
                && found.get().version() == version + 1
                && found.get().text().equals(text);
        if (!isOwnEdit) {
            throw new OperationException(
                    Kind.UNKNOWN_OUTCOME,
                    "Job '" + jobName + "': the connection was lost while its configuration was written ("
                            + unknown.reason() + "), and what was written is not what is there now. Read it again");
        }
    }

    private Node node(String jobName) {
        JobTree tree = new JobTree(Names.job(jobName));
        Snapshot found = registry.read(ReadRequest.of(tree.config())
                .children(List.of(tree.servers(), tree.instances()))
                .synced());
        return found.node(tree.config())
                .orElseThrow(() -> JobViews.exists(tree, found)
                        ? new OperationException(
                                Kind.NOT_POSSIBLE,
                                "Job '" + jobName
                                        + "' has no configuration: it is being removed, or was never whole. Remove it,"
                                        + " or start it with its configuration")
                        : JobViews.notFound(jobName));
    }

    @Override
    public void close() {
        onClose.run();
    }
}
