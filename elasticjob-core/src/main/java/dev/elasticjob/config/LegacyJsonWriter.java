package dev.elasticjob.config;

import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.api.ScriptJobProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Writes a configuration into a node in the format of Elastic-Job 2.x. Keys keep their order, and entries that only 2.x understands are
 * not changed. Settings that 2.x does not have are added as further keys, which 2.x ignores.
 */
final class LegacyJsonWriter {

    private static final String STRATEGY_CLASS = "jobShardingStrategyClass";
    private static final String STRATEGY_TYPE = "jobShardingStrategyType";
    private static final String STREAMING = "streamingProcess";
    private static final String SCRIPT = "scriptCommandLine";
    private static final Set<String> PROPERTIES_OF_2X =
            Set.of(DataflowJobProperties.STREAM_PROCESS_KEY, ScriptJobProperties.SCRIPT_KEY);
    private static final Set<Tag> NOT_QUOTED = Set.of(Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL);

    private final JobConfiguration configuration;
    private final Map<String, Node> before = new LinkedHashMap<>();
    private final Map<String, Node> after = new LinkedHashMap<>();

    LegacyJsonWriter(JobConfiguration configuration, MappingNode root) {
        this.configuration = configuration;
        root.getValue().forEach(each -> before.put(((ScalarNode) each.getKeyNode()).getValue(), each.getValueNode()));
        after.putAll(before);
    }

    String write() {
        writeSettings();
        writeProperties();
        writeStrategy();
        StringBuilder result = new StringBuilder();
        append(mapping(after), result);
        return result.toString();
    }

    /** Writes the settings. A setting that the node does not contain is added only if it differs from the default. */
    private void writeSettings() {
        Map<String, Node> values = entries(configuration);
        Map<String, Node> defaults = entries(
                JobConfiguration.newBuilder(configuration.getJobName(), 0).buildUnchecked());
        for (JobSetting<?> each : Setting.WITH_KEY) {
            String key = each.name();
            if (key.equals(Setting.PROPS) || key.equals(STRATEGY_TYPE)) {
                continue;
            }
            Optional<Node> value = Optional.ofNullable(values.get(key));
            if (value.isEmpty()) {
                after.remove(key);
            } else if (before.containsKey(key) || !text(value.get()).equals(text(defaults.get(key)))) {
                after.put(key, value.get());
            }
        }
    }

    private static Map<String, Node> entries(JobConfiguration configuration) {
        Map<String, Node> result = new LinkedHashMap<>();
        Setting.writeAll(configuration, result);
        return result;
    }

    private static String text(Node node) {
        StringBuilder result = new StringBuilder();
        if (node != null) {
            append(node, result);
        }
        return result.toString();
    }

    private void writeProperties() {
        Properties props = configuration.getProps();
        String streaming = props.getProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "");
        if (before.containsKey(STREAMING) || !streaming.isEmpty()) {
            after.put(STREAMING, SafeYaml.plain(Boolean.parseBoolean(streaming.strip())));
        }
        String script = props.getProperty(ScriptJobProperties.SCRIPT_KEY, "");
        if (before.containsKey(SCRIPT) || !script.isEmpty()) {
            after.put(SCRIPT, SafeYaml.text(script));
        }
        Map<String, Node> further = new TreeMap<>();
        Setting.properties(configuration).forEach((name, value) -> {
            if (!PROPERTIES_OF_2X.contains(name)) {
                further.put(name, SafeYaml.text(value));
            }
        });
        if (further.isEmpty()) {
            after.remove(Setting.PROPS);
        } else {
            after.put(Setting.PROPS, mapping(further));
        }
    }

    /** Writes the strategy. The class of an application is kept unless another strategy was selected. */
    private void writeStrategy() {
        String type = configuration.getJobShardingStrategyType();
        String known = before.get(STRATEGY_CLASS) instanceof ScalarNode scalar ? scalar.getValue() : "";
        after.remove(STRATEGY_TYPE);
        if (type.equals(LegacyJson.strategyType(known))) {
            return;
        }
        Optional<String> className = type.isEmpty() ? Optional.of("") : LegacyJson.strategyClass(type);
        after.put(STRATEGY_CLASS, SafeYaml.text(className.orElse("")));
        if (className.isEmpty()) {
            after.put(STRATEGY_TYPE, SafeYaml.text(type));
        }
    }

    private static MappingNode mapping(Map<String, Node> entries) {
        List<NodeTuple> tuples = new ArrayList<>();
        entries.forEach((key, value) -> tuples.add(new NodeTuple(SafeYaml.text(key), value)));
        return new MappingNode(Tag.MAP, tuples, FlowStyle.FLOW);
    }

    // ---- JSON ----

    private static void append(Node node, StringBuilder to) {
        if (node instanceof MappingNode mapping) {
            String separator = "{";
            for (NodeTuple each : mapping.getValue()) {
                to.append(separator);
                quote(((ScalarNode) each.getKeyNode()).getValue(), to);
                to.append(':');
                append(each.getValueNode(), to);
                separator = ",";
            }
            to.append(separator.equals("{") ? "{}" : "}");
        } else if (node instanceof SequenceNode sequence) {
            String separator = "[";
            for (Node each : sequence.getValue()) {
                to.append(separator);
                append(each, to);
                separator = ",";
            }
            to.append(separator.equals("[") ? "[]" : "]");
        } else {
            ScalarNode scalar = (ScalarNode) node;
            if (NOT_QUOTED.contains(scalar.getTag())) {
                to.append(scalar.getValue());
            } else {
                quote(new NodeValue("", "", node).text(), to);
            }
        }
    }

    private static void quote(String value, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> to.append('\\').append(c);
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case '\t' -> to.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029) {
                        to.append(String.format("\\u%04x", (int) c));
                    } else {
                        to.append(c);
                    }
                }
            }
        }
        to.append('"');
    }
}
