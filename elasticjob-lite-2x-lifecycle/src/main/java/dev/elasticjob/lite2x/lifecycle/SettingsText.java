package dev.elasticjob.lite2x.lifecycle;

import com.dangdang.ddframe.job.lite.lifecycle.domain.JobSettings;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ScriptJobProperties;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.StoredConfiguration;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lite2x.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings of 2.x in the text of a {@code config} node, in either format. */
public final class SettingsText {

    private SettingsText() {}

    private static StoredConfiguration decode(String jobName, String text) {
        try {
            return JobConfigurationCodec.decode(new JobTree(jobName).config(), text);
        } catch (ConfigurationFormatException unreadable) {
            throw new IllegalArgumentException(unreadable.getMessage(), unreadable);
        }
    }

    private static boolean isJson(String text) {
        return text.stripLeading().startsWith("{");
    }

    /**
     * Returns the settings.
     *
     * @param jobClass class that the node of the job names, for a node that is not JSON
     */
    public static JobSettings read(String jobName, String text, String jobClass) {
        JobConfiguration configuration = decode(jobName, text).configuration();
        Map<String, Object> values = isJson(text) ? Json.readObject(text) : Map.of();
        JobSettings result = new JobSettings();
        result.setJobName(jobName);
        result.setJobType(text(values, "jobType", ""));
        result.setJobClass(text(values, "jobClass", jobClass == null ? "" : jobClass));
        result.setCron(configuration.getCron());
        result.setShardingTotalCount(configuration.getShardingTotalCount());
        result.setShardingItemParameters(configuration.getShardingItemParameters());
        result.setJobParameter(configuration.getJobParameter());
        result.setMonitorExecution(configuration.isMonitorExecution());
        result.setStreamingProcess(Boolean.parseBoolean(
                configuration.getProps().getProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "false")));
        result.setMaxTimeDiffSeconds(configuration.getMaxTimeDiffSeconds());
        result.setMonitorPort(values.get("monitorPort") instanceof Number port ? port.intValue() : -1);
        result.setFailover(configuration.isFailover());
        result.setMisfire(configuration.isMisfire());
        result.setJobShardingStrategyClass(text(values, "jobShardingStrategyClass", ""));
        result.setDescription(configuration.getDescription());
        result.setScriptCommandLine(configuration.getProps().getProperty(ScriptJobProperties.SCRIPT_KEY, ""));
        result.setReconcileIntervalMinutes(configuration.getReconcileIntervalMinutes());
        if (values.get("jobProperties") instanceof Map<?, ?> handlers) {
            handlers.forEach((key, value) -> result.getJobProperties().put(String.valueOf(key), String.valueOf(value)));
        }
        return result;
    }

    private static String text(Map<String, Object> values, String key, String byDefault) {
        return values.get(key) instanceof String value ? value : byDefault;
    }

    /** Returns the text with the settings changed. */
    public static String edit(String text, JobSettings settings) {
        StoredConfiguration stored = decode(settings.getJobName(), text);
        JobConfiguration.Builder builder = stored.configuration().toBuilder()
                .cron(settings.getCron())
                .shardingTotalCount(settings.getShardingTotalCount())
                .shardingItemParameters(settings.getShardingItemParameters())
                .jobParameter(settings.getJobParameter())
                .monitorExecution(settings.isMonitorExecution())
                .maxTimeDiffSeconds(settings.getMaxTimeDiffSeconds())
                .failover(settings.isFailover())
                .misfire(settings.isMisfire())
                .description(settings.getDescription())
                .reconcileIntervalMinutes(settings.getReconcileIntervalMinutes())
                .setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, settings.isStreamingProcess() ? "true" : null);
        if (settings.getScriptCommandLine() != null
                && !settings.getScriptCommandLine().isEmpty()) {
            builder.setProperty(ScriptJobProperties.SCRIPT_KEY, settings.getScriptCommandLine());
        }
        String edited = JobConfigurationCodec.encode(builder.buildUnchecked(), stored.foreign());
        if (!isJson(text)) {
            return edited;
        }
        Map<String, Object> values = Json.readObject(edited);
        values.put("monitorPort", settings.getMonitorPort());
        if (settings.getJobShardingStrategyClass() != null) {
            values.put("jobShardingStrategyClass", settings.getJobShardingStrategyClass());
        }
        if (settings.getJobProperties() != null && !settings.getJobProperties().isEmpty()) {
            values.put("jobProperties", new LinkedHashMap<>(settings.getJobProperties()));
        }
        return Json.write(values);
    }
}
