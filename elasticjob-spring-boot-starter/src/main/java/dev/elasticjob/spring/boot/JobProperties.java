package dev.elasticjob.spring.boot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings of a job, with the defaults of {@code JobConfiguration}'s builder. */
public class JobProperties {

    /** Class of the bean whose code runs. Cannot be combined with elastic-job-type. */
    private Class<?> elasticJobClass;

    /** Type of a job that consists of configuration only, such as SCRIPT or HTTP. Cannot be combined with elastic-job-class. */
    private String elasticJobType = "";

    /** Name of the bootstrap bean. Default is the job's name with the suffix OneOffJobBootstrap or ScheduleJobBootstrap. */
    private String jobBootstrapBeanName = "";

    /** Schedule of the job as a cron expression. A job without it is a one-off job. */
    private String cron = "";

    /** Time zone of the cron expression: a region or an offset; the time zone of the process if empty. */
    private String timeZone = "";

    /** Number of items of the job. */
    private Integer shardingTotalCount;

    /** Parameters of items: 0=A,1=B. */
    private String shardingItemParameters = "";

    /** Parameter that is passed to the job's code unchanged. */
    private String jobParameter = "";

    /** Whether each run is recorded in the registry. */
    private boolean monitorExecution = true;

    /** Whether another instance takes over the run of an item if its instance is lost. */
    private boolean failover;

    /** Whether a fire that was due while the item was still running is made up for, once. */
    private boolean misfire = true;

    /** Maximum difference between the clocks of the instance and the registry in seconds; -1 disables the check at start. */
    private int maxTimeDiffSeconds = -1;

    /** Interval at which the engine reads its complete state again; below 1 for the engine's own interval. */
    private int reconcileIntervalMinutes = 10;

    /** Strategy that assigns items to instances; AVG_ALLOCATION if empty. */
    private String jobShardingStrategyType = "";

    /** Provider of the number of items that run at the same time in this process; CPU if empty. */
    private String jobExecutorThreadPoolSizeProviderType = "";

    /** Alias of job-executor-thread-pool-size-provider-type. */
    private String jobExecutorServiceHandlerType = "";

    /** Handler of exceptions of the job's code; LOG if empty. */
    private String jobErrorHandlerType = "";

    /** Types of the listeners. */
    private List<String> jobListenerTypes = new ArrayList<>();

    /** Description for operators. */
    private String description = "";

    /** Properties of the job, of its kind and of its error handler; may be nested. */
    private Map<String, String> props = new LinkedHashMap<>();

    /** Whether a server that registers for the first time is disabled until an operator enables it. */
    private boolean disabled;

    /** Whether these settings replace those in the registry, once, when the process starts. */
    private boolean overwrite;

    /** Label for operators. */
    private String label = "";

    /** Whether an item stays assigned to its instance for the lifetime of that instance. */
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
