package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfiguration.Builder;
import dev.elasticjob.api.JobSetting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Conversion of the settings in {@link JobSetting} to and from the node. Settings that only this engine has are written below
 * {@code props}, because readers of other engines reject keys that they do not know. A property with the prefix of these settings that
 * this version does not know was written by a later version; it is kept as a property.
 */
final class Setting {

    static final String JOB_NAME = "jobName";

    static final String EXTRA_CONFIGURATIONS = "jobExtraConfigurations";

    static final String THREAD_TYPE = JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE.name();

    /** Key of {@link #THREAD_TYPE} in version 3.0.4 and older. */
    static final String OLDER_THREAD_TYPE = "jobExecutorServiceHandlerType";

    static final String PROPS = JobSetting.PROPS.name();

    /** Settings that have a key in the node, in the order in which they are written. */
    static final List<JobSetting<?>> WITH_KEY = JobSetting.all().stream()
            .filter(setting -> !setting.isStoredInProps())
            .sorted(Comparator.comparing(JobSetting::name))
            .toList();

    private static final Map<String, JobSetting<?>> IN_PROPS = JobSetting.all().stream()
            .filter(JobSetting::isStoredInProps)
            .collect(Collectors.toUnmodifiableMap(JobSetting::propertyName, Function.identity()));

    private Setting() {}

    /** Returns the setting with this key in the node. */
    static Optional<JobSetting<?>> withKey(String key) {
        return JobSetting.named(key).filter(setting -> !setting.isStoredInProps());
    }

    /** Reads a setting from its node into the builder; null keeps the default. */
    @SuppressWarnings("unchecked")
    static <T> void read(JobSetting<T> setting, NodeValue value, Builder builder) {
        if (value.isNull()) {
            return;
        }
        switch (setting.kind()) {
            case SWITCH -> builder.set((JobSetting<Boolean>) setting, value.flag());
            case NUMBER -> builder.set((JobSetting<Integer>) setting, value.number());
            case LIST -> builder.set((JobSetting<List<String>>) setting, value.texts());
            case PROPERTIES -> readProperties(value, builder);
            // A malformed text is a problem of the configuration, as a value out of range is.
            default -> builder.setText(setting, value.text());
        }
    }

    private static void readProperties(NodeValue value, Builder builder) {
        value.entries().forEach((name, each) -> {
            JobSetting<?> setting = IN_PROPS.get(name);
            if (setting == null) {
                builder.setProperty(name, each.text());
            } else {
                read(setting, each, builder);
            }
        });
    }

    /** Writes all settings that are not represented by their absence. */
    static void writeAll(JobConfiguration config, Map<String, Node> entries) {
        WITH_KEY.forEach(setting -> write(setting, config, entries));
    }

    private static <T> void write(JobSetting<T> setting, JobConfiguration config, Map<String, Node> entries) {
        if (setting == JobSetting.PROPS) {
            SortedMap<String, String> properties = properties(config);
            if (!properties.isEmpty()) {
                entries.put(PROPS, mapping(properties));
            }
        } else if (setting.isStored(config.get(setting))) {
            entries.put(setting.name(), node(setting, config.get(setting)));
        }
    }

    private static <T> Node node(JobSetting<T> setting, T value) {
        return switch (setting.kind()) {
            case SWITCH -> SafeYaml.plain((Boolean) value);
            case NUMBER -> SafeYaml.plain((Integer) value);
            case LIST ->
                new SequenceNode(
                        Tag.SEQ,
                        ((Collection<?>) value)
                                .stream()
                                        .map(each -> SafeYaml.text(String.valueOf(each)))
                                        .toList(),
                        FlowStyle.BLOCK);
            default -> SafeYaml.text(setting.format(value));
        };
    }

    /**
     * Returns everything that the node holds below {@code props}, in alphabetical order, so that all instances write the same text.
     * ElasticJob uses the order of a hash table, which differs between versions of Java.
     */
    static SortedMap<String, String> properties(JobConfiguration config) {
        SortedMap<String, String> result = new TreeMap<>(config.get(JobSetting.PROPS));
        IN_PROPS.forEach((name, setting) -> putOrRemove(result, name, setting, config));
        return result;
    }

    private static <T> void putOrRemove(
            Map<String, String> properties, String name, JobSetting<T> setting, JobConfiguration config) {
        T value = config.get(setting);
        if (setting.isStored(value)) {
            properties.put(name, setting.format(value));
        } else {
            properties.remove(name);
        }
    }

    private static Node mapping(SortedMap<String, String> values) {
        List<NodeTuple> entries = new ArrayList<>();
        values.forEach((name, value) -> entries.add(new NodeTuple(SafeYaml.text(name), SafeYaml.text(value))));
        return new MappingNode(Tag.MAP, entries, FlowStyle.BLOCK);
    }
}
