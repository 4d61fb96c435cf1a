package dev.elasticjob.spring.boot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings of a job, with the defaults of {@code JobConfiguration}'s builder. */
public class JobProperties {

    /** The class of the bean that runs. Excludes elastic-job-type. */
    private Class<?> elasticJobClass;

    /** A job that is nothing but configuration, such as SCRIPT or HTTP. Excludes elastic-job-class. */
    private String elasticJobType = "";

    /** The name of the bootstrap bean; without it the job's name with OneOffJobBootstrap or ScheduleJobBootstrap behind. */
    private String jobBootstrapBeanName = "";

    /** When the job runs. Without it the job is a one-off job. */
    private String cron = "";

    /** The time zone of the cron: a region or an offset; that of the process when empty. */
    private String timeZone = "";

    /** Into how many items the job is split. */
    private Integer shardingTotalCount;

    /** Parameters of items: 0=A,1=B. */
    private String shardingItemParameters = "";

    /** Handed to the job's code as it is. */
    private String jobParameter = "";

    /** Whether each run is recorded in the registry. */
    private boolean monitorExecution = true;

    /** Whether another instance takes over the run of one that was lost in the middle. */
    private boolean failover;

    /** Whether an instant that came while the item was still running is made up for, once. */
    private boolean misfire = true;

    /** How far the clock may be from the registry's; -1 for no check at start. */
    private int maxTimeDiffSeconds = -1;

    /** How often everything is read afresh; below 1 for the engine's own interval. */
    private int reconcileIntervalMinutes = 10;

    /** How items are shared out; AVG_ALLOCATION when empty. */
    private String jobShardingStrategyType = "";

    /** How many items of the job run at once in this process; CPU when empty. */
    private String jobExecutorThreadPoolSizeProviderType = "";

    /** The same as job-executor-thread-pool-size-provider-type. */
    private String jobExecutorServiceHandlerType = "";

    /** What is done when the job's code throws; LOG when empty. */
    private String jobErrorHandlerType = "";

    /** Types of listeners. */
    private List<String> jobListenerTypes = new ArrayList<>();

    /** For people. */
    private String description = "";

    /** Properties of the job, of its kind and of its error handler; may be nested. */
    private Map<String, String> props = new LinkedHashMap<>();

    /** Whether a server that registers for the first time is disabled until an operator enables it. */
    private boolean disabled;

    /** Whether these settings replace those in the registry, once, when the process starts. */
    private boolean overwrite;

    /** For people. */
    private String label = "";

    /** Whether an item stays with its instance as long as that one lives. */
    private boolean staticSharding;

    public Class<?> getElasticJobClass() {
        return elasticJobClass;
    }

    public void setElasticJobClass(Class<?> elasticJobClass) {
        this.elasticJobClass = elasticJobClass;
    }

    public String getElasticJobType() {
        return elasticJobType;
    }

    public void setElasticJobType(String elasticJobType) {
        this.elasticJobType = elasticJobType;
    }

    public String getJobBootstrapBeanName() {
        return jobBootstrapBeanName;
    }

    public void setJobBootstrapBeanName(String jobBootstrapBeanName) {
        this.jobBootstrapBeanName = jobBootstrapBeanName;
    }

    public String getCron() {
        return cron;
    }

    public void setCron(String cron) {
        this.cron = cron;
    }

    public String getTimeZone() {
        return timeZone;
    }

    public void setTimeZone(String timeZone) {
        this.timeZone = timeZone;
    }

    public Integer getShardingTotalCount() {
        return shardingTotalCount;
    }

    public void setShardingTotalCount(Integer shardingTotalCount) {
        this.shardingTotalCount = shardingTotalCount;
    }

    public String getShardingItemParameters() {
        return shardingItemParameters;
    }

    public void setShardingItemParameters(String shardingItemParameters) {
        this.shardingItemParameters = shardingItemParameters;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    public void setJobParameter(String jobParameter) {
        this.jobParameter = jobParameter;
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
        this.jobShardingStrategyType = jobShardingStrategyType;
    }

    public String getJobExecutorThreadPoolSizeProviderType() {
        return jobExecutorThreadPoolSizeProviderType;
    }

    public void setJobExecutorThreadPoolSizeProviderType(String jobExecutorThreadPoolSizeProviderType) {
        this.jobExecutorThreadPoolSizeProviderType = jobExecutorThreadPoolSizeProviderType;
    }

    public String getJobExecutorServiceHandlerType() {
        return jobExecutorServiceHandlerType;
    }

    public void setJobExecutorServiceHandlerType(String jobExecutorServiceHandlerType) {
        this.jobExecutorServiceHandlerType = jobExecutorServiceHandlerType;
    }

    public String getJobErrorHandlerType() {
        return jobErrorHandlerType;
    }

    public void setJobErrorHandlerType(String jobErrorHandlerType) {
        this.jobErrorHandlerType = jobErrorHandlerType;
    }

    public List<String> getJobListenerTypes() {
        return jobListenerTypes;
    }

    public void setJobListenerTypes(List<String> jobListenerTypes) {
        this.jobListenerTypes = jobListenerTypes;
    }

    public String getDescription() {
        return description;
    }

    public void setDescription(String description) {
        this.description = description;
    }

    public Map<String, String> getProps() {
        return props;
    }

    public void setProps(Map<String, String> props) {
        this.props = props;
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
        this.label = label;
    }

    public boolean isStaticSharding() {
        return staticSharding;
    }

    public void setStaticSharding(boolean staticSharding) {
        this.staticSharding = staticSharding;
    }
}
