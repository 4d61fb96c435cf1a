package dev.elasticjob.config;

import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads the configuration of Elastic-Job 2.x: JSON, which the YAML parser accepts. Settings that still exist get their newer keys. For
 * others a warning is returned, unless ignoring them has no effect.
 */
final class LegacyJson {

    private static final Set<String> KEYS_OF_2X_ONLY = Set.of(
            "jobClass",
            "jobType",
            "jobProperties",
            "monitorPort",
            "jobShardingStrategyClass",
            "streamingProcess",
            "scriptCommandLine");

    private static final Map<String, String> STRATEGIES = Map.of(
            "AverageAllocationJobShardingStrategy", JobConfiguration.DEFAULT_SHARDING_STRATEGY_TYPE,
            "OdevitySortByNameJobShardingStrategy", "ODEVITY",
            "RotateServerByNameJobShardingStrategy", "ROUND_ROBIN");

    /** Classes whose behaviour is the default: errors are logged, and the thread pool has two threads per core. */
    private static final Set<String> DEFAULT_HANDLERS =
            Set.of("DefaultJobExceptionHandler", "DefaultExecutorServiceHandler");

    private static final String STRATEGY_PACKAGE = "com.dangdang.ddframe.job.lite.api.strategy.impl.";

    private static final List<String> ITS_PACKAGES = List.of("com.dangdang.ddframe.job.", "io.elasticjob.");

    private final String nodePath;
    private final List<String> warnings;
    private final List<NodeTuple> settings = new ArrayList<>();
    private final List<NodeTuple> props = new ArrayList<>();

    LegacyJson(String nodePath, List<String> warnings) {
        this.nodePath = nodePath;
        this.warnings = warnings;
    }

    /** Removes escapes of slashes within quotes, which JSON permits and YAML 1.1 does not. Other texts are not changed. */
    static String asYaml(String text) {
        if (!text.stripLeading().startsWith("{") || !text.contains("\\/")) {
            return text;
        }
        StringBuilder result = new StringBuilder(text.length());
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                result.append(escaped == '/' ? "/" : "\\" + escaped);
            } else {
                quoted ^= c == '"';
                result.append(c);
            }
        }
        return result.toString();
    }

    static boolean isLegacy(MappingNode root) {
        return root.getFlowStyle() == FlowStyle.FLOW
                && root.getValue().stream()
                        .anyMatch(entry -> entry.getKeyNode() instanceof ScalarNode key
                                && KEYS_OF_2X_ONLY.contains(key.getValue()));
    }

    MappingNode translate(MappingNode root) {
        warnings.add(nodePath + " is in the format of Elastic-Job 2.x, which is kept when it is edited. To convert it,"
                + " replace its text");
        for (NodeTuple entry : root.getValue()) {
            String key = new NodeValue(nodePath, "key", entry.getKeyNode()).text();
            if (KEYS_OF_2X_ONLY.contains(key)) {
                translate(new NodeValue(nodePath, key, entry.getValueNode()));
            } else if (key.equals(Setting.PROPS) && entry.getValueNode() instanceof MappingNode further) {
                props.addAll(further.getValue());
            } else {
                settings.add(entry);
            }
        }
        if (!props.isEmpty()) {
            settings.add(new NodeTuple(SafeYaml.text(Setting.PROPS), new MappingNode(Tag.MAP, props, FlowStyle.BLOCK)));
        }
        return new MappingNode(Tag.MAP, settings, FlowStyle.BLOCK);
    }

    private void translate(NodeValue value) {
        if (value.isNull()) {
            return;
        }
        switch (value.key()) {
            case "jobShardingStrategyClass" -> translateStrategy(value.text().strip());
            case "jobProperties" -> value.properties().forEach(this::checkHandler);
            case "streamingProcess" -> {
                if (value.flag()) {
                    addProperty(DataflowJobProperties.STREAM_PROCESS_KEY, SafeYaml.text("true"));
                }
            }
            case "scriptCommandLine" -> addProperty(ScriptJobProperties.SCRIPT_KEY, value.node());
            case "monitorPort" -> {
                if (value.number() >= 0) {
                    lost("monitorPort", value.text(), "Open the dump port for the whole process with SnapshotService");
                }
            }
            default -> {
                // jobClass and jobType: the application determines the code when it starts the job.
            }
        }
    }

    private void translateStrategy(String className) {
        if (className.isEmpty()) {
            return;
        }
        String type = isItsOwn(className) ? STRATEGIES.get(simpleName(className)) : null;
        if (type == null) {
            lost(
                    "jobShardingStrategyClass",
                    className,
                    "Make it a JobShardingStrategy with a type, and set jobShardingStrategyType");
        } else {
            settings.add(new NodeTuple(SafeYaml.text("jobShardingStrategyType"), SafeYaml.text(type)));
        }
    }

    private void checkHandler(String kind, String className) {
        if (className.isBlank() || isItsOwn(className) && DEFAULT_HANDLERS.contains(simpleName(className))) {
            return;
        }
        lost(
                "jobProperties." + kind,
                className,
                "Make it an extension with a type, and set jobErrorHandlerType or " + Setting.THREAD_TYPE);
    }

    private void addProperty(String key, Node value) {
        props.add(new NodeTuple(SafeYaml.text(key), value));
    }

    private void lost(String key, String value, String remedy) {
        warnings.add(nodePath + ": " + key + " is " + ConfigurationFormatException.quote(value)
                + ", which cannot be translated and has no effect. " + remedy + ".");
    }

    /** Returns the type for a class of 2.x; empty for the default and for classes of applications. */
    static String strategyType(String className) {
        String name = className.strip();
        return isItsOwn(name) ? STRATEGIES.getOrDefault(simpleName(name), "") : "";
    }

    /** Returns the class of 2.x for a type. */
    static Optional<String> strategyClass(String type) {
        return STRATEGIES.entrySet().stream()
                .filter(each -> each.getValue().equals(type))
                .map(each -> STRATEGY_PACKAGE + each.getKey())
                .findFirst();
    }

    private static boolean isItsOwn(String className) {
        return ITS_PACKAGES.stream().anyMatch(className::startsWith);
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
