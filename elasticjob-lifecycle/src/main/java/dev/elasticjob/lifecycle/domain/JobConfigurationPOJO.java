package dev.elasticjob.lifecycle.domain;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.config.ConfigurationSecrets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Editable settings of a job. The object holds the version at which the settings were read, so that an update cannot overwrite
 * a concurrent change.
 */
public final class JobConfigurationPOJO {

    /** Version of settings that were not read from a registry. They cannot replace existing settings. */
    public static final int NOT_READ = -1;

    private String jobName = "";

    /** All settings except the properties, which callers may modify in place. */
    private final JobConfiguration.Builder settings = JobConfiguration.newBuilder("", 0);

    private Properties props = new Properties();
    private int version = NOT_READ;

    public static JobConfigurationPOJO fromJobConfiguration(JobConfiguration config) {
        JobConfigurationPOJO result = new JobConfigurationPOJO();
        result.jobName = config.getJobName();
        result.settings.setAll(config).set(JobSetting.PROPS, null);
        result.set(JobSetting.PROPS, config.get(JobSetting.PROPS));
        return result;
    }

    /** Returns the configuration without validation. See {@link JobConfiguration#problems()}. */
    public JobConfiguration toJobConfiguration() {
        return JobConfiguration.newBuilder(jobName, 0)
                .setAll(settings.buildUnchecked())
                .set(JobSetting.PROPS, get(JobSetting.PROPS))
                .buildUnchecked();
    }

    /**
     * Returns the value of a setting. Settings that ElasticJob does not have are accessed only in this way.
     *
     * @param setting the setting, for example one of {@link JobSetting#all()}
     * @param <T> type of the value
     */
    public <T> T get(JobSetting<T> setting) {
        return setting == JobSetting.PROPS ? propsBuilder().get(setting) : settings.get(setting);
    }

    private JobConfiguration.Builder propsBuilder() {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder("", 0);
        props.stringPropertyNames().forEach(each -> builder.setProperty(each, props.getProperty(each)));
        return builder;
    }

    /**
     * Sets a setting.
     *
     * @param setting the setting
     * @param value the value; null for the default
     * @param <T> type of the value
     */
    public <T> void set(JobSetting<T> setting, T value) {
        if (setting == JobSetting.PROPS) {
            Properties replaced = new Properties();
            replaced.putAll(value == null ? Map.of() : (Map<?, ?>) value);
            props = replaced;
        } else {
            settings.set(setting, value);
        }
    }

    /**
     * Sets a setting from a text. A text that cannot be read is a problem of the configuration.
     *
     * @param setting the setting, except the properties, which have no text form
     * @param text the text of the value; empty or null for the default
     */
    public void setText(JobSetting<?> setting, String text) {
        settings.setText(setting, text);
    }

    /** Returns the version of the {@code config} node at which the settings were read, or {@link #NOT_READ}. */
    public int getVersion() {
        return version;
    }

    /**
     * Sets the version at which the settings were read, for settings that were transferred separately, for example in a form.
     */
    public void setVersion(int version) {
        this.version = version;
    }

    public String getJobName() {
        return jobName;
    }

    public void setJobName(String jobName) {
        this.jobName = jobName == null ? "" : jobName;
    }

    public String getCron() {
        return get(JobSetting.CRON);
    }

    public void setCron(String cron) {
        set(JobSetting.CRON, cron);
    }

    public String getTimeZone() {
        return get(JobSetting.TIME_ZONE);
    }

    public void setTimeZone(String timeZone) {
        set(JobSetting.TIME_ZONE, timeZone);
    }

    public int getShardingTotalCount() {
        return get(JobSetting.SHARDING_TOTAL_COUNT);
    }

    public void setShardingTotalCount(int shardingTotalCount) {
        set(JobSetting.SHARDING_TOTAL_COUNT, shardingTotalCount);
    }

    public String getShardingItemParameters() {
        return get(JobSetting.SHARDING_ITEM_PARAMETERS);
    }

    public void setShardingItemParameters(String shardingItemParameters) {
        set(JobSetting.SHARDING_ITEM_PARAMETERS, shardingItemParameters);
    }

    public String getJobParameter() {
        return get(JobSetting.JOB_PARAMETER);
    }

    public void setJobParameter(String jobParameter) {
        set(JobSetting.JOB_PARAMETER, jobParameter);
    }

    public boolean isMonitorExecution() {
        return get(JobSetting.MONITOR_EXECUTION);
    }

    public void setMonitorExecution(boolean monitorExecution) {
        set(JobSetting.MONITOR_EXECUTION, monitorExecution);
    }

    public boolean isFailover() {
        return get(JobSetting.FAILOVER);
    }

    public void setFailover(boolean failover) {
        set(JobSetting.FAILOVER, failover);
    }

    public boolean isMisfire() {
        return get(JobSetting.MISFIRE);
    }

    public void setMisfire(boolean misfire) {
        set(JobSetting.MISFIRE, misfire);
    }

    public int getMaxTimeDiffSeconds() {
        return get(JobSetting.MAX_TIME_DIFF_SECONDS);
    }

    public void setMaxTimeDiffSeconds(int maxTimeDiffSeconds) {
        set(JobSetting.MAX_TIME_DIFF_SECONDS, maxTimeDiffSeconds);
    }

    public int getReconcileIntervalMinutes() {
        return get(JobSetting.RECONCILE_INTERVAL_MINUTES);
    }

    public void setReconcileIntervalMinutes(int reconcileIntervalMinutes) {
        set(JobSetting.RECONCILE_INTERVAL_MINUTES, reconcileIntervalMinutes);
    }

    public String getJobShardingStrategyType() {
        return get(JobSetting.JOB_SHARDING_STRATEGY_TYPE);
    }

    public void setJobShardingStrategyType(String jobShardingStrategyType) {
        set(JobSetting.JOB_SHARDING_STRATEGY_TYPE, jobShardingStrategyType);
    }

    public String getJobExecutorThreadPoolSizeProviderType() {
        return get(JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE);
    }

    public void setJobExecutorThreadPoolSizeProviderType(String jobExecutorThreadPoolSizeProviderType) {
        set(JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE, jobExecutorThreadPoolSizeProviderType);
    }

    public String getJobErrorHandlerType() {
        return get(JobSetting.JOB_ERROR_HANDLER_TYPE);
    }

    public void setJobErrorHandlerType(String jobErrorHandlerType) {
        set(JobSetting.JOB_ERROR_HANDLER_TYPE, jobErrorHandlerType);
    }

    public Collection<String> getJobListenerTypes() {
        return get(JobSetting.JOB_LISTENER_TYPES);
    }

    public void setJobListenerTypes(Collection<String> jobListenerTypes) {
        set(JobSetting.JOB_LISTENER_TYPES, jobListenerTypes == null ? null : List.copyOf(jobListenerTypes));
    }

    public String getDescription() {
        return get(JobSetting.DESCRIPTION);
    }

    public void setDescription(String description) {
        set(JobSetting.DESCRIPTION, description);
    }

    public Properties getProps() {
        return props;
    }

    public void setProps(Properties props) {
        this.props = props == null ? new Properties() : props;
    }

    public boolean isDisabled() {
        return get(JobSetting.DISABLED);
    }

    public void setDisabled(boolean disabled) {
        set(JobSetting.DISABLED, disabled);
    }

    public boolean isOverwrite() {
        return get(JobSetting.OVERWRITE);
    }

    public void setOverwrite(boolean overwrite) {
        set(JobSetting.OVERWRITE, overwrite);
    }

    public String getLabel() {
        return get(JobSetting.LABEL);
    }

    public void setLabel(String label) {
        set(JobSetting.LABEL, label);
    }

    public boolean isStaticSharding() {
        return get(JobSetting.STATIC_SHARDING);
    }

    public void setStaticSharding(boolean staticSharding) {
        set(JobSetting.STATIC_SHARDING, staticSharding);
    }

    /** Returns the properties with masked secrets. */
    public SortedMap<String, String> maskedProps() {
        return ConfigurationSecrets.mask(props);
    }

    /**
     * Returns the names of properties that look like secrets and differ from the previous ones. Updates with such properties
     * are rejected because every client of the registry could read them.
     */
    public SortedSet<String> newSecrets(Properties before) {
        SortedSet<String> names = new TreeSet<>();
        maskedProps().forEach((name, shown) -> {
            String value = props.getProperty(name);
            if (!shown.equals(value) && !value.equals(before.getProperty(name))) {
                names.add(name);
            }
        });
        return names;
    }

    /** Returns the thread pool size provider under its older name, see {@link #getJobExecutorThreadPoolSizeProviderType()}. */
    public String getJobExecutorServiceHandlerType() {
        return getJobExecutorThreadPoolSizeProviderType();
    }

    public void setJobExecutorServiceHandlerType(String jobExecutorServiceHandlerType) {
        setJobExecutorThreadPoolSizeProviderType(jobExecutorServiceHandlerType);
    }

    /** Omits the property values, which may be secrets. */
    @Override
    public String toString() {
        return toJobConfiguration() + " at version " + version;
    }
}
