package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.JobTypeConfiguration;
import com.dangdang.ddframe.job.config.dataflow.DataflowJobConfiguration;
import com.dangdang.ddframe.job.config.script.ScriptJobConfiguration;
import com.dangdang.ddframe.job.executor.handler.JobProperties;
import com.dangdang.ddframe.job.executor.handler.JobProperties.JobPropertiesEnum;
import com.dangdang.ddframe.job.executor.handler.impl.DefaultExecutorServiceHandler;
import com.dangdang.ddframe.job.lite.api.strategy.impl.AverageAllocationJobShardingStrategy;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.StoredConfiguration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The {@code config} node of a job. The registry keeps the JSON of 2.x, so that tools of 2.x can read and edit it; the engine reads and
 * writes its own format. Settings that 2.x does not have are additional keys of the JSON, which 2.x ignores. A node that is not JSON was
 * written by another API, and keeps its format.
 */
final class ConfigNode {

    private static final Set<String> PROPERTIES_OF_2X =
            Set.of(DataflowJobProperties.STREAM_PROCESS_KEY, ScriptJobProperties.SCRIPT_KEY);

    private final LiteJobConfiguration inCode;
    private final List<String> listenerTypes;
    private boolean isJson = true;
    private Optional<Conversion> last = Optional.empty();

    private record Conversion(String inRegistry, String inEngine) {}

    /**
     * Creates the conversion of a node.
     *
     * @param listenerTypes types under which the engine finds the job's listeners
     */
    ConfigNode(LiteJobConfiguration inCode, List<String> listenerTypes) {
        this.inCode = inCode;
        this.listenerTypes = listenerTypes;
    }

    static boolean isJson(String text) {
        return text.stripLeading().startsWith("{");
    }

    // ---- the configuration in the code ----

    JobConfiguration configuration() {
        JobTypeConfiguration type = inCode.getTypeConfig();
        JobCoreConfiguration core = type.getCoreConfig();
        JobProperties properties = core.getJobProperties();
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(core.getJobName(), core.getShardingTotalCount())
                .cron(core.getCron())
                .shardingItemParameters(core.getShardingItemParameters())
                .jobParameter(core.getJobParameter())
                .failover(core.isFailover())
                .misfire(core.isMisfire())
                .description(core.getDescription())
                .monitorExecution(inCode.isMonitorExecution())
                .maxTimeDiffSeconds(inCode.getMaxTimeDiffSeconds())
                .reconcileIntervalMinutes(inCode.getReconcileIntervalMinutes())
                .disabled(inCode.isDisabled())
                .overwrite(inCode.isOverwrite());
        if (type instanceof DataflowJobConfiguration dataflow && dataflow.isStreamingProcess()) {
            builder.setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "true");
        }
        if (type instanceof ScriptJobConfiguration script) {
            builder.setProperty(ScriptJobProperties.SCRIPT_KEY, script.getScriptCommandLine());
        }
        inCode.getSettings().forEach((name, value) -> set(builder, name, value));
        return withTypes(
                builder,
                inCode.getJobShardingStrategyClass(),
                properties.get(JobPropertiesEnum.JOB_EXCEPTION_HANDLER),
                properties.get(JobPropertiesEnum.EXECUTOR_SERVICE_HANDLER));
    }

    private void set(JobConfiguration.Builder builder, String name, String value) {
        switch (name) {
            case "timeZone" -> builder.timeZone(value);
            case "label" -> builder.label(value);
            case "staticSharding" -> builder.staticSharding(Boolean.parseBoolean(value));
            default -> {
                if (!name.startsWith("props.")) {
                    throw new com.dangdang.ddframe.job.exception.JobConfigurationException(
                            "%s",
                            "Job '" + inCode.getJobName() + "': the setting '" + name + "' with the value '" + value
                                    + "' is unknown. Use timeZone, label, staticSharding, or props. and the name of a"
                                    + " property.");
                }
                builder.setProperty(name.substring("props.".length()), value);
            }
        }
    }

    private JobConfiguration withTypes(
            JobConfiguration.Builder builder, String strategy, String exceptionHandler, String executorHandler) {
        String effective = strategy.isBlank() ? AverageAllocationJobShardingStrategy.class.getName() : strategy.strip();
        return builder.jobShardingStrategyType(LiteExtensions.type(effective))
                .jobErrorHandlerType(LiteExtensions.type(exceptionHandler.strip()))
                .jobExecutorThreadPoolSizeProviderType(
                        executorHandler.strip().equals(DefaultExecutorServiceHandler.class.getName())
                                ? ""
                                : LiteExtensions.type(executorHandler.strip()))
                .jobListenerTypes(listenerTypes.toArray(String[]::new))
                .buildUnchecked();
    }

    // ---- from the registry to the engine ----

    /** Returns the text for the engine. An invalid text is returned unchanged, because the engine reports it. */
    synchronized String toEngine(String path, String text) {
        isJson = isJson(text);
        if (last.isEmpty() || !last.get().inRegistry.equals(text)) {
            last = Optional.of(new Conversion(text, convert(path, text)));
        }
        return last.get().inEngine;
    }

    private String convert(String path, String text) {
        try {
            StoredConfiguration stored = JobConfigurationCodec.decode(path, text);
            Map<String, Object> values = isJson ? Json.readObject(text) : Map.of();
            JobProperties handlers = new JobProperties();
            if (values.get("jobProperties") instanceof Map<?, ?> properties) {
                properties.forEach((key, value) -> {
                    if (value instanceof String name && !name.isBlank()) {
                        handlers.put(String.valueOf(key), name);
                    }
                });
            } else if (!isJson) {
                JobProperties own = inCode.getTypeConfig().getCoreConfig().getJobProperties();
                for (JobPropertiesEnum each : JobPropertiesEnum.values()) {
                    handlers.put(each.getKey(), own.get(each));
                }
            }
            String strategy =
                    isJson ? text(values.get("jobShardingStrategyClass")) : inCode.getJobShardingStrategyClass();
            JobConfiguration configuration = withTypes(
                    stored.configuration().toBuilder(),
                    strategy,
                    handlers.get(JobPropertiesEnum.JOB_EXCEPTION_HANDLER),
                    handlers.get(JobPropertiesEnum.EXECUTOR_SERVICE_HANDLER));
            return JobConfigurationCodec.encode(configuration, stored.foreign().inYaml());
        } catch (ConfigurationFormatException | IllegalArgumentException unreadable) {
            return text;
        }
    }

    private static String text(Object value) {
        return value instanceof String string ? string : "";
    }

    // ---- from the engine to the registry ----

    /** Returns the text to store when the engine writes the configuration of the code. */
    synchronized String toRegistry(String path, String text) {
        try {
            StoredConfiguration written = JobConfigurationCodec.decode(path, text);
            String stored = isJson
                    ? Json.write(values(written.configuration()))
                    : JobConfigurationCodec.encode(withoutTypes(written.configuration()), written.foreign());
            last = Optional.of(new Conversion(stored, text));
            return stored;
        } catch (ConfigurationFormatException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Map<String, Object> values(JobConfiguration written) {
        Map<String, Object> result = valuesOf2x();
        put(result, "timeZone", written.getTimeZone());
        put(result, "label", written.getLabel());
        if (written.isStaticSharding()) {
            result.put("staticSharding", true);
        }
        Map<String, Object> props = new TreeMap<>();
        written.getProps().stringPropertyNames().stream()
                .filter(name -> !PROPERTIES_OF_2X.contains(name))
                .forEach(name -> props.put(name, written.getProps().getProperty(name)));
        if (!props.isEmpty()) {
            result.put("props", props);
        }
        return result;
    }

    private static void put(Map<String, Object> values, String key, String value) {
        if (!value.isEmpty()) {
            values.put(key, value);
        }
    }

    /** Returns the values with the keys in the order of 2.x. */
    private Map<String, Object> valuesOf2x() {
        JobTypeConfiguration type = inCode.getTypeConfig();
        JobCoreConfiguration core = type.getCoreConfig();
        Map<String, Object> handlers = new LinkedHashMap<>();
        for (JobPropertiesEnum each : JobPropertiesEnum.values()) {
            handlers.put(each.getKey(), core.getJobProperties().get(each));
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("jobName", core.getJobName());
        result.put("jobClass", type.getJobClass());
        result.put("jobType", type.getJobType().name());
        result.put("cron", core.getCron());
        result.put("shardingTotalCount", core.getShardingTotalCount());
        result.put("shardingItemParameters", core.getShardingItemParameters());
        result.put("jobParameter", core.getJobParameter());
        result.put("failover", core.isFailover());
        result.put("misfire", core.isMisfire());
        result.put("description", core.getDescription());
        result.put("jobProperties", handlers);
        if (type instanceof DataflowJobConfiguration dataflow) {
            result.put("streamingProcess", dataflow.isStreamingProcess());
        }
        if (type instanceof ScriptJobConfiguration script) {
            result.put("scriptCommandLine", script.getScriptCommandLine());
        }
        result.put("monitorExecution", inCode.isMonitorExecution());
        result.put("maxTimeDiffSeconds", inCode.getMaxTimeDiffSeconds());
        result.put("monitorPort", inCode.getMonitorPort());
        result.put("jobShardingStrategyClass", inCode.getJobShardingStrategyClass());
        result.put("reconcileIntervalMinutes", inCode.getReconcileIntervalMinutes());
        result.put("disabled", inCode.isDisabled());
        result.put("overwrite", inCode.isOverwrite());
        return result;
    }

    private static JobConfiguration withoutTypes(JobConfiguration configuration) {
        return configuration.toBuilder()
                .jobShardingStrategyType("")
                .jobErrorHandlerType("")
                .jobExecutorThreadPoolSizeProviderType("")
                .jobListenerTypes()
                .buildUnchecked();
    }
}
