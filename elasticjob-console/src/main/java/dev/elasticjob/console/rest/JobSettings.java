package dev.elasticjob.console.rest;

import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Editable settings of a job. Secrets in properties are masked, and a property that is sent back with its masked value keeps
 * its stored value. Missing settings are unchanged (PATCH) or rejected (PUT).
 */
public record JobSettings(
        String cron,
        String timeZone,
        Integer shardingTotalCount,
        String shardingItemParameters,
        String jobParameter,
        Boolean monitorExecution,
        Boolean failover,
        Boolean misfire,
        Integer maxTimeDiffSeconds,
        Integer reconcileIntervalMinutes,
        String jobShardingStrategyType,
        String jobExecutorThreadPoolSizeProviderType,
        String jobErrorHandlerType,
        List<String> jobListenerTypes,
        String description,
        Map<String, String> props,
        Boolean disabled,
        Boolean overwrite,
        String label,
        Boolean staticSharding) {

    private static final int MOST_ENTRIES = 1_000;

    static JobSettings of(JobConfigurationPOJO job) {
        return new JobSettings(
                job.getCron(),
                job.getTimeZone(),
                job.getShardingTotalCount(),
                job.getShardingItemParameters(),
                job.getJobParameter(),
                job.isMonitorExecution(),
                job.isFailover(),
                job.isMisfire(),
                job.getMaxTimeDiffSeconds(),
                job.getReconcileIntervalMinutes(),
                job.getJobShardingStrategyType(),
                job.getJobExecutorThreadPoolSizeProviderType(),
                job.getJobErrorHandlerType(),
                List.copyOf(job.getJobListenerTypes()),
                job.getDescription(),
                job.maskedProps(),
                job.isDisabled(),
                job.isOverwrite(),
                job.getLabel(),
                job.isStaticSharding());
    }

    private Map<String, Object> fields() {
        Map<String, Object> result = new TreeMap<>();
        put(result, "cron", cron);
        put(result, "timeZone", timeZone);
        put(result, "shardingTotalCount", shardingTotalCount);
        put(result, "shardingItemParameters", shardingItemParameters);
        put(result, "jobParameter", jobParameter);
        put(result, "monitorExecution", monitorExecution);
        put(result, "failover", failover);
        put(result, "misfire", misfire);
        put(result, "maxTimeDiffSeconds", maxTimeDiffSeconds);
        put(result, "reconcileIntervalMinutes", reconcileIntervalMinutes);
        put(result, "jobShardingStrategyType", jobShardingStrategyType);
        put(result, "jobExecutorThreadPoolSizeProviderType", jobExecutorThreadPoolSizeProviderType);
        put(result, "jobErrorHandlerType", jobErrorHandlerType);
        put(result, "jobListenerTypes", jobListenerTypes);
        put(result, "description", description);
        put(result, "props", props);
        put(result, "disabled", disabled);
        put(result, "overwrite", overwrite);
        put(result, "label", label);
        put(result, "staticSharding", staticSharding);
        return result;
    }

    private static void put(Map<String, Object> fields, String name, Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** @throws IllegalArgumentException if a setting is missing, because it would silently be set to its default */
    void requireAll() {
        List<String> missing =
                new ArrayList<>(of(new JobConfigurationPOJO()).fields().keySet());
        missing.removeAll(fields().keySet());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "Settings are missing: " + missing + ". Send all of them, or only some with PATCH");
        }
    }

    /** Returns the settings that differ, by name, with masked values. */
    Map<String, String> differencesTo(JobSettings before) {
        Map<String, String> result = new TreeMap<>();
        Map<String, Object> last = before.fields();
        fields().forEach((name, value) -> {
            if (!Objects.equals(value, last.get(name))) {
                result.put(name, last.get(name) + " -> " + value);
            }
        });
        return result;
    }

    /** @throws IllegalArgumentException if there are too many entries, or an entry has no value */
    private void requireEntries() {
        requireFew("jobListenerTypes", jobListenerTypes == null ? 0 : jobListenerTypes.size());
        requireFew("props", props == null ? 0 : props.size());
        if (jobListenerTypes != null && jobListenerTypes.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("jobListenerTypes has an entry that is null. Leave the entry out");
        }
    }

    private static void requireFew(String setting, int size) {
        if (size > MOST_ENTRIES) {
            throw new IllegalArgumentException(setting + " has " + size + " entries; use at most " + MOST_ENTRIES);
        }
    }

    /** Applies these settings to a job. Missing settings and masked secrets are unchanged. */
    void applyTo(JobConfigurationPOJO job) {
        requireEntries();
        job.setCron(or(cron, job.getCron()));
        job.setTimeZone(or(timeZone, job.getTimeZone()));
        job.setShardingTotalCount(or(shardingTotalCount, job.getShardingTotalCount()));
        job.setShardingItemParameters(or(shardingItemParameters, job.getShardingItemParameters()));
        job.setJobParameter(or(jobParameter, job.getJobParameter()));
        job.setMonitorExecution(or(monitorExecution, job.isMonitorExecution()));
        job.setFailover(or(failover, job.isFailover()));
        job.setMisfire(or(misfire, job.isMisfire()));
        job.setMaxTimeDiffSeconds(or(maxTimeDiffSeconds, job.getMaxTimeDiffSeconds()));
        job.setReconcileIntervalMinutes(or(reconcileIntervalMinutes, job.getReconcileIntervalMinutes()));
        job.setJobShardingStrategyType(or(jobShardingStrategyType, job.getJobShardingStrategyType()));
        job.setJobExecutorThreadPoolSizeProviderType(
                or(jobExecutorThreadPoolSizeProviderType, job.getJobExecutorThreadPoolSizeProviderType()));
        job.setJobErrorHandlerType(or(jobErrorHandlerType, job.getJobErrorHandlerType()));
        job.setJobListenerTypes(or(jobListenerTypes, job.getJobListenerTypes()));
        job.setDescription(or(description, job.getDescription()));
        if (props != null) {
            job.setProps(unmasked(job));
        }
        job.setDisabled(or(disabled, job.isDisabled()));
        job.setOverwrite(or(overwrite, job.isOverwrite()));
        job.setLabel(or(label, job.getLabel()));
        job.setStaticSharding(or(staticSharding, job.isStaticSharding()));
    }

    private Properties unmasked(JobConfigurationPOJO job) {
        Map<String, String> shown = job.maskedProps();
        Properties result = new Properties();
        props.forEach((key, value) -> {
            if (value == null) {
                throw new IllegalArgumentException("Property '" + key + "' has no value; leave it out to remove it");
            }
            boolean untouched = value.equals(shown.get(key));
            result.setProperty(key, untouched ? job.getProps().getProperty(key) : value);
        });
        return result;
    }

    private static <T> T or(T given, T last) {
        return given == null ? last : given;
    }
}
