package dev.elasticjob.lifecycle.domain;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.ConfigurationSecrets;
import java.util.Collection;
import java.util.List;
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
    private String cron = "";
    private String timeZone = "";
    private int shardingTotalCount;
    private String shardingItemParameters = "";
    private String jobParameter = "";
    private boolean monitorExecution = true;
    private boolean failover;
    private boolean misfire = true;
    private int maxTimeDiffSeconds = -1;
    private int reconcileIntervalMinutes = 10;
    private String jobShardingStrategyType = "";
    private String jobExecutorThreadPoolSizeProviderType = "";
    private String jobErrorHandlerType = "";
    private List<String> jobListenerTypes = List.of();
    private String description = "";
    private Properties props = new Properties();
    private boolean disabled;
    private boolean overwrite;
    private String label = "";
    private boolean staticSharding;
    private int version = NOT_READ;

    public static JobConfigurationPOJO fromJobConfiguration(JobConfiguration config) {
        JobConfigurationPOJO result = new JobConfigurationPOJO();
        result.jobName = config.getJobName();
        result.cron = config.getCron();
        result.timeZone = config.getTimeZone();
        result.shardingTotalCount = config.getShardingTotalCount();
        result.shardingItemParameters = config.getShardingItemParameters();
        result.jobParameter = config.getJobParameter();
        result.monitorExecution = config.isMonitorExecution();
        result.failover = config.isFailover();
        result.misfire = config.isMisfire();
        result.maxTimeDiffSeconds = config.getMaxTimeDiffSeconds();
        result.reconcileIntervalMinutes = config.getReconcileIntervalMinutes();
        result.jobShardingStrategyType = config.getJobShardingStrategyType();
        result.jobExecutorThreadPoolSizeProviderType = config.getJobExecutorThreadPoolSizeProviderType();
        result.jobErrorHandlerType = config.getJobErrorHandlerType();
        result.jobListenerTypes = config.getJobListenerTypes();
        result.description = config.getDescription();
        config.getProps()
                .stringPropertyNames()
                .forEach(
                        each -> result.props.setProperty(each, config.getProps().getProperty(each)));
        result.disabled = config.isDisabled();
        result.overwrite = config.isOverwrite();
        result.label = config.getLabel();
        result.staticSharding = config.isStaticSharding();
        return result;
    }

    /** Returns the configuration without validation. See {@link JobConfiguration#problems()}. */
    public JobConfiguration toJobConfiguration() {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(jobName, shardingTotalCount);
        builder.cron(cron);
        builder.timeZone(timeZone);
        builder.shardingItemParameters(shardingItemParameters);
        builder.jobParameter(jobParameter);
        builder.monitorExecution(monitorExecution);
        builder.failover(failover);
        builder.misfire(misfire);
        builder.maxTimeDiffSeconds(maxTimeDiffSeconds);
        builder.reconcileIntervalMinutes(reconcileIntervalMinutes);
        builder.jobShardingStrategyType(jobShardingStrategyType);
        builder.jobExecutorThreadPoolSizeProviderType(jobExecutorThreadPoolSizeProviderType);
        builder.jobErrorHandlerType(jobErrorHandlerType);
        builder.jobListenerTypes(jobListenerTypes.toArray(String[]::new));
        builder.description(description);
        props.stringPropertyNames().forEach(each -> builder.setProperty(each, props.getProperty(each)));
        builder.disabled(disabled);
        builder.overwrite(overwrite);
        builder.label(label);
        builder.staticSharding(staticSharding);
        return builder.buildUnchecked();
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
        return cron;
    }

    public void setCron(String cron) {
        this.cron = cron == null ? "" : cron;
    }

    public String getTimeZone() {
        return timeZone;
    }

    public void setTimeZone(String timeZone) {
        this.timeZone = timeZone == null ? "" : timeZone;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public void setShardingTotalCount(int shardingTotalCount) {
        this.shardingTotalCount = shardingTotalCount;
    }

    public String getShardingItemParameters() {
        return shardingItemParameters;
    }

    public void setShardingItemParameters(String shardingItemParameters) {
        this.shardingItemParameters = shardingItemParameters == null ? "" : shardingItemParameters;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    public void setJobParameter(String jobParameter) {
        this.jobParameter = jobParameter == null ? "" : jobParameter;
    }

    public boolean isMonitorExecution() {
        return monitorExecution;
    }

    public void setMonitorExecution(boolean monitorExecution) {
        this.monitorExecution = monitorExecution;
    }

    public boolean isFailover() {
        return failover;
    }

    public void setFailover(boolean failover) {
        this.failover = failover;
    }

    public boolean isMisfire() {
        return misfire;
    }

    public void setMisfire(boolean misfire) {
        this.misfire = misfire;
    }

    public int getMaxTimeDiffSeconds() {
        return maxTimeDiffSeconds;
    }

    public void setMaxTimeDiffSeconds(int maxTimeDiffSeconds) {
        this.maxTimeDiffSeconds = maxTimeDiffSeconds;
    }

    public int getReconcileIntervalMinutes() {
        return reconcileIntervalMinutes;
    }

    public void setReconcileIntervalMinutes(int reconcileIntervalMinutes) {
        this.reconcileIntervalMinutes = reconcileIntervalMinutes;
    }

    public String getJobShardingStrategyType() {
        return jobShardingStrategyType;
    }

    public void setJobShardingStrategyType(String jobShardingStrategyType) {
        this.jobShardingStrategyType = jobShardingStrategyType == null ? "" : jobShardingStrategyType;
    }

    public String getJobExecutorThreadPoolSizeProviderType() {
        return jobExecutorThreadPoolSizeProviderType;
    }

    public void setJobExecutorThreadPoolSizeProviderType(String jobExecutorThreadPoolSizeProviderType) {
        this.jobExecutorThreadPoolSizeProviderType =
                jobExecutorThreadPoolSizeProviderType == null ? "" : jobExecutorThreadPoolSizeProviderType;
    }

    public String getJobErrorHandlerType() {
        return jobErrorHandlerType;
    }

    public void setJobErrorHandlerType(String jobErrorHandlerType) {
        this.jobErrorHandlerType = jobErrorHandlerType == null ? "" : jobErrorHandlerType;
    }

    public Collection<String> getJobListenerTypes() {
        return jobListenerTypes;
    }

    public void setJobListenerTypes(Collection<String> jobListenerTypes) {
        this.jobListenerTypes = jobListenerTypes == null ? List.of() : List.copyOf(jobListenerTypes);
    }

    public String getDescription() {
        return description;
    }

    public void setDescription(String description) {
        this.description = description == null ? "" : description;
    }

    public Properties getProps() {
        return props;
    }

    public void setProps(Properties props) {
        this.props = props == null ? new Properties() : props;
    }

    public boolean isDisabled() {
        return disabled;
    }

    public void setDisabled(boolean disabled) {
        this.disabled = disabled;
    }

    public boolean isOverwrite() {
        return overwrite;
    }

    public void setOverwrite(boolean overwrite) {
        this.overwrite = overwrite;
    }

    public String getLabel() {
        return label;
    }

    public void setLabel(String label) {
        this.label = label == null ? "" : label;
    }

    public boolean isStaticSharding() {
        return staticSharding;
    }

    public void setStaticSharding(boolean staticSharding) {
        this.staticSharding = staticSharding;
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
        return jobExecutorThreadPoolSizeProviderType;
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
