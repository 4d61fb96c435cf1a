package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Reads and writes the text of a job's {@code config} node.
 *
 * <p>Instances and consoles of ElasticJob 3.0.x read and write the same node. They fail on unknown keys, so this class writes exactly the
 * same bytes as they do for the same settings and omits keys that are not set. Reading is tolerant: an unknown key is kept and written
 * back. A node in the JSON format of 2.x is read, and stays JSON when it is written.
 */
public final class JobConfigurationCodec {

    private static final String NODE = "/config";

    private JobConfigurationCodec() {}

    /**
     * Reads a node.
     *
     * @param nodePath path of the node, {@code /job/config} or longer; it contains the name of the job
     * @param text text of the node
     * @throws ConfigurationFormatException if the text is invalid
     */
    public static StoredConfiguration decode(String nodePath, String text) {
        List<String> warnings = new ArrayList<>();
        MappingNode root = SafeYaml.read(nodePath, LegacyJson.asYaml(text));
        Optional<MappingNode> legacy = Optional.of(root).filter(LegacyJson::isLegacy);
        if (legacy.isPresent()) {
            root = new LegacyJson(nodePath, warnings).translate(root);
        }
        Map<String, Node> found = entries(nodePath, root);
        boolean older = takeOlderThreadType(nodePath, found, warnings);
        JobConfiguration.Builder builder =
                JobConfiguration.newBuilder(jobName(nodePath, found.remove(Setting.JOB_NAME), warnings), 0);
        Map<String, Node> foreign = new TreeMap<>();
        found.forEach((key, node) -> {
            Optional<JobSetting<?>> setting = Setting.withKey(key);
            if (setting.isEmpty()) {
                foreign.put(key, node);
                warnAbout(nodePath, key, node, warnings);
            } else {
                Setting.read(setting.get(), new NodeValue(nodePath, key, node), builder);
            }
        });
        return new StoredConfiguration(builder.buildUnchecked(), new ForeignEntries(foreign, older, legacy), warnings);
    }

    /** Returns the text for a new node. */
    public static String encode(JobConfiguration configuration) {
        return encode(configuration, ForeignEntries.none());
    }

    /** Returns the text for an existing node from which the given entries were read. The format of 2.x is kept. */
    public static String encode(JobConfiguration configuration, ForeignEntries foreign) {
        if (foreign.legacy().isPresent()) {
            return new LegacyJsonWriter(configuration, foreign.legacy().get()).write();
        }
        Map<String, Node> entries = new TreeMap<>(foreign.entries());
        entries.put(Setting.JOB_NAME, SafeYaml.text(configuration.getJobName()));
        Setting.writeAll(configuration, entries);
        if (foreign.olderThreadType() && entries.containsKey(Setting.THREAD_TYPE)) {
            entries.put(Setting.OLDER_THREAD_TYPE, entries.remove(Setting.THREAD_TYPE));
        }
        List<NodeTuple> tuples = new ArrayList<>();
        entries.forEach((key, value) -> tuples.add(new NodeTuple(SafeYaml.text(key), value)));
        return SafeYaml.write(tuples);
    }

    private static Map<String, Node> entries(String nodePath, MappingNode root) {
        Map<String, Node> result = new LinkedHashMap<>();
        for (NodeTuple entry : root.getValue()) {
            result.put(new NodeValue(nodePath, "key", entry.getKeyNode()).text(), entry.getValueNode());
        }
        return result;
    }

    /** Renames the older key to the newer one; returns true if only the older key existed. */
    private static boolean takeOlderThreadType(String nodePath, Map<String, Node> found, List<String> warnings) {
        Node older = found.remove(Setting.OLDER_THREAD_TYPE);
        if (older == null) {
            return false;
        }
        if (found.putIfAbsent(Setting.THREAD_TYPE, older) != null) {
            warnings.add(nodePath + " has both " + Setting.THREAD_TYPE + " and, of the same meaning, "
                    + Setting.OLDER_THREAD_TYPE + ": the latter is ignored and goes when the node is next written");
            return false;
        }
        return true;
    }

    private static String jobName(String nodePath, Node node, List<String> warnings) {
        Optional<String> written = Optional.ofNullable(node)
                .map(value -> new NodeValue(nodePath, Setting.JOB_NAME, value))
                .filter(value -> !value.isNull())
                .map(NodeValue::text);
        if (!nodePath.endsWith(NODE)) {
            return written.orElse("");
        }
        String job = nodePath.substring(0, nodePath.length() - NODE.length());
        String name = job.substring(job.lastIndexOf('/') + 1);
        written.filter(other -> !other.equals(name))
                .ifPresent(other -> warnings.add(nodePath + ": jobName is " + ConfigurationFormatException.quote(other)
                        + ", but the node belongs to job '" + name + "', and that name counts"));
        return name;
    }

    private static void warnAbout(String nodePath, String key, Node node, List<String> warnings) {
        if (!key.equals(Setting.EXTRA_CONFIGURATIONS)) {
            warnings.add(nodePath + ": the key " + ConfigurationFormatException.quote(key)
                    + " is not known; it is kept and has no effect");
        } else if (SecretNodes.anyIn(node)) {
            warnings.add(
                    nodePath + ": " + key + " contains a password, which everyone with read access to the registry can"
                            + " read. It has no effect: history is configured in the code only. Remove it once no instance of"
                            + " ElasticJob 3.0.x needs it");
        } else {
            warnings.add(nodePath + ": " + key + " is kept and has no effect: history is configured in the code only");
        }
    }
}
