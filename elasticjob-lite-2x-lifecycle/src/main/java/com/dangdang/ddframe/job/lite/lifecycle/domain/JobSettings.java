package com.dangdang.ddframe.job.lite.lifecycle.domain;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of a job. */
public final class JobSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    private String jobName;
    private String jobType;
    private String jobClass;
    private String cron;
    private int shardingTotalCount;
    private String shardingItemParameters;
    private String jobParameter;
    private boolean monitorExecution;
    private boolean streamingProcess;
    private int maxTimeDiffSeconds;
    private int monitorPort = -1;
    private boolean failover;
    private boolean misfire;
    private String jobShardingStrategyClass;
    private String description;
    private Map<String, String> jobProperties = new LinkedHashMap<>();
    private String scriptCommandLine;
    private int reconcileIntervalMinutes;

    public String getJobName() {
        return jobName;
    }

    public String getJobType() {
        return jobType;
    }

    public String getJobClass() {
        return jobClass;
    }

    public String getCron() {
        return cron;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public String getShardingItemParameters() {
        return shardingItemParameters;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    public boolean isMonitorExecution() {
        return monitorExecution;
    }

    public boolean isStreamingProcess() {
        return streamingProcess;
    }

    public int getMaxTimeDiffSeconds() {
        return maxTimeDiffSeconds;
    }

    public int getMonitorPort() {
        return monitorPort;
    }

    public boolean isFailover() {
        return failover;
    }

    public boolean isMisfire() {
        return misfire;
    }

    public String getJobShardingStrategyClass() {
        return jobShardingStrategyClass;
    }

    public String getDescription() {
        return description;
    }

    public Map<String, String> getJobProperties() {
        return jobProperties;
    }

    public String getScriptCommandLine() {
        return scriptCommandLine;
    }

    public int getReconcileIntervalMinutes() {
        return reconcileIntervalMinutes;
    }

    public void setJobName(String jobName) {
        this.jobName = jobName;
    }

    public void setJobType(String jobType) {
        this.jobType = jobType;
    }

    public void setJobClass(String jobClass) {
        this.jobClass = jobClass;
    }

    public void setCron(String cron) {
        this.cron = cron;
    }

    public void setShardingTotalCount(int shardingTotalCount) {
        this.shardingTotalCount = shardingTotalCount;
    }

    public void setShardingItemParameters(String shardingItemParameters) {
        this.shardingItemParameters = shardingItemParameters;
    }

    public void setJobParameter(String jobParameter) {
        this.jobParameter = jobParameter;
    }

    public void setMonitorExecution(boolean monitorExecution) {
        this.monitorExecution = monitorExecution;
    }

    public void setStreamingProcess(boolean streamingProcess) {
        this.streamingProcess = streamingProcess;
    }

    public void setMaxTimeDiffSeconds(int maxTimeDiffSeconds) {
        this.maxTimeDiffSeconds = maxTimeDiffSeconds;
    }

    public void setMonitorPort(int monitorPort) {
        this.monitorPort = monitorPort;
    }

    public void setFailover(boolean failover) {
        this.failover = failover;
    }

    public void setMisfire(boolean misfire) {
        this.misfire = misfire;
    }

    public void setJobShardingStrategyClass(String jobShardingStrategyClass) {
        this.jobShardingStrategyClass = jobShardingStrategyClass;
    }

    public void setDescription(String description) {
        this.description = description;
    }

    public void setJobProperties(Map<String, String> jobProperties) {
        this.jobProperties = jobProperties;
    }

    public void setScriptCommandLine(String scriptCommandLine) {
        this.scriptCommandLine = scriptCommandLine;
    }

    public void setReconcileIntervalMinutes(int reconcileIntervalMinutes) {
        this.reconcileIntervalMinutes = reconcileIntervalMinutes;
    }
}
