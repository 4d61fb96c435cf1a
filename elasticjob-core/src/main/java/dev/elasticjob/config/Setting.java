package dev.elasticjob.config;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfiguration.Builder;
import dev.elasticjob.cron.TimeZones;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Setting of a job: its key in the node, and its conversion to and from a configuration. {@link #ALL} does not contain the job's name,
 * which is determined by the node and cannot be set.
 *
 * @param leftOut returns whether the key is omitted: readers that are older than a setting reject its key
 * @param effective returns the effective value, which is the same for different spellings
 */
record Setting<T>(
        String key,
        Function<JobConfiguration, T> getter,
        BiConsumer<Builder, T> setter,
        Function<NodeValue, T> reader,
        Function<T, Node> writer,
        Predicate<T> leftOut,
        Function<JobConfiguration, ?> effective) {

    static final String JOB_NAME = "jobName";

    static final String EXTRA_CONFIGURATIONS = "jobExtraConfigurations";

    static final String THREAD_TYPE = "jobExecutorThreadPoolSizeProviderType";

    /** Key of {@link #THREAD_TYPE} in version 3.0.4 and older. */
    static final String OLDER_THREAD_TYPE = "jobExecutorServiceHandlerType";

    static final String PROPS = "props";

    /** All settings in the order in which they are written. */
    static final List<Setting<?>> ALL = List.of(
            optional("cron", JobConfiguration::getCron, Builder::cron)
                    .comparedBy(config -> config.getCron().replaceAll("\\s+", " ")),
            text("description", JobConfiguration::getDescription, Builder::description),
            flag("disabled", JobConfiguration::isDisabled, Builder::disabled),
            flag("failover", JobConfiguration::isFailover, Builder::failover),
            type(
                    "jobErrorHandlerType",
                    JobConfiguration::getJobErrorHandlerType,
                    Builder::jobErrorHandlerType,
                    JobConfiguration.DEFAULT_ERROR_HANDLER_TYPE),
            type(
                    THREAD_TYPE,
                    JobConfiguration::getJobExecutorThreadPoolSizeProviderType,
                    Builder::jobExecutorThreadPoolSizeProviderType,
                    JobConfiguration.DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE),
            texts(
                    "jobListenerTypes",
                    JobConfiguration::getJobListenerTypes,
                    (builder, types) -> builder.jobListenerTypes(types.toArray(String[]::new))),
            text("jobParameter", JobConfiguration::getJobParameter, Builder::jobParameter),
            type(
                    "jobShardingStrategyType",
                    JobConfiguration::getJobShardingStrategyType,
                    Builder::jobShardingStrategyType,
                    JobConfiguration.DEFAULT_SHARDING_STRATEGY_TYPE),
            optional("label", JobConfiguration::getLabel, Builder::label),
            number("maxTimeDiffSeconds", JobConfiguration::getMaxTimeDiffSeconds, Builder::maxTimeDiffSeconds)
                    .comparedBy(config -> Math.max(-1, config.getMaxTimeDiffSeconds())),
            flag("misfire", JobConfiguration::isMisfire, Builder::misfire),
            flag("monitorExecution", JobConfiguration::isMonitorExecution, Builder::monitorExecution),
            flag("overwrite", JobConfiguration::isOverwrite, Builder::overwrite),
            properties(),
            number(
                            "reconcileIntervalMinutes",
                            JobConfiguration::getReconcileIntervalMinutes,
                            Builder::reconcileIntervalMinutes)
                    .comparedBy(config -> Math.max(0, config.getReconcileIntervalMinutes())),
            text("shardingItemParameters", JobConfiguration::getShardingItemParameters, Builder::shardingItemParameters)
                    .comparedBy(JobConfiguration::itemParameters),
            number("shardingTotalCount", JobConfiguration::getShardingTotalCount, Builder::shardingTotalCount),
            flag("staticSharding", JobConfiguration::isStaticSharding, Builder::staticSharding),
            optional("timeZone", JobConfiguration::getTimeZone, Builder::timeZone)
                    .comparedBy(Setting::zone));

    /** Reads the setting from its node into the builder; null keeps the default. */
    void read(NodeValue value, Builder builder) {
        if (!value.isNull()) {
            setter.accept(builder, reader.apply(value));
        }
    }

    void write(JobConfiguration config, Map<String, Node> entries) {
        T value = getter.apply(config);
        if (!leftOut.test(value)) {
            entries.put(key, writer.apply(value));
        }
    }

    private Setting<T> comparedBy(Function<JobConfiguration, ?> comparable) {
        return new Setting<>(key, getter, setter, reader, writer, leftOut, comparable);
    }

    private static Setting<String> text(
            String key, Function<JobConfiguration, String> getter, BiConsumer<Builder, String> setter) {
        return new Setting<>(key, getter, setter, NodeValue::text, SafeYaml::text, never(), getter);
    }

    private static Setting<String> optional(
            String key, Function<JobConfiguration, String> getter, BiConsumer<Builder, String> setter) {
        return new Setting<>(key, getter, setter, NodeValue::text, SafeYaml::text, String::isEmpty, getter);
    }

    private static Setting<String> type(
            String key,
            Function<JobConfiguration, String> getter,
            BiConsumer<Builder, String> setter,
            String defaultType) {
        return optional(key, getter, setter)
                .comparedBy(config -> getter.apply(config).isEmpty() ? defaultType : getter.apply(config));
    }

    private static Setting<Boolean> flag(
            String key, Function<JobConfiguration, Boolean> getter, BiConsumer<Builder, Boolean> setter) {
        return new Setting<>(key, getter, setter, NodeValue::flag, SafeYaml::plain, never(), getter);
    }

    private static Setting<Integer> number(
            String key, Function<JobConfiguration, Integer> getter, BiConsumer<Builder, Integer> setter) {
        return new Setting<>(key, getter, setter, NodeValue::number, SafeYaml::plain, never(), getter);
    }

    private static Setting<List<String>> texts(
            String key, Function<JobConfiguration, List<String>> getter, BiConsumer<Builder, List<String>> setter) {
        Function<List<String>, Node> writer = values ->
                new SequenceNode(Tag.SEQ, values.stream().map(SafeYaml::text).toList(), FlowStyle.BLOCK);
        return new Setting<>(key, getter, setter, NodeValue::texts, writer, List::isEmpty, getter);
    }

    private static Setting<SortedMap<String, String>> properties() {
        Function<JobConfiguration, SortedMap<String, String>> getter = config -> {
            SortedMap<String, String> result = new TreeMap<>();
            config.getProps()
                    .stringPropertyNames()
                    .forEach(name -> result.put(name, config.getProps().getProperty(name)));
            return result;
        };
        return new Setting<>(
                PROPS,
                getter,
                (builder, values) -> values.forEach(builder::setProperty),
                NodeValue::properties,
                Setting::mapping,
                Map::isEmpty,
                getter);
    }

    /**
     * Writes a mapping in alphabetical order, so that all instances write the same text. ElasticJob uses the order of a hash table, which
     * differs between versions of Java.
     */
    private static Node mapping(SortedMap<String, String> values) {
        List<NodeTuple> entries = new ArrayList<>();
        values.forEach((name, value) -> entries.add(new NodeTuple(SafeYaml.text(name), SafeYaml.text(value))));
        return new MappingNode(Tag.MAP, entries, FlowStyle.BLOCK);
    }

    private static <T> Predicate<T> never() {
        return value -> false;
    }

    private static Object zone(JobConfiguration config) {
        try {
            return config.getTimeZone().isEmpty() ? "" : TimeZones.parse(config.getTimeZone());
        } catch (IllegalArgumentException | DateTimeException unknown) {
            return config.getTimeZone();
        }
    }
}
