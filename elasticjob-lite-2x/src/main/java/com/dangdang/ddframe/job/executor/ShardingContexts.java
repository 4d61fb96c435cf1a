package com.dangdang.ddframe.job.executor;

import java.io.Serializable;
import java.util.Map;

/** Items that an instance starts together. */
public final class ShardingContexts implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String taskId;
    private final String jobName;
    private final int shardingTotalCount;
    private final String jobParameter;
    private final Map<Integer, String> shardingItemParameters;
    private final int jobEventSamplingCount;
    private int currentJobEventSamplingCount;
    private boolean allowSendJobEvent = true;

    public ShardingContexts(
            String taskId,
            String jobName,
            int shardingTotalCount,
            String jobParameter,
            Map<Integer, String> shardingItemParameters) {
        this(taskId, jobName, shardingTotalCount, jobParameter, shardingItemParameters, 0);
    }

    public ShardingContexts(
            String taskId,
            String jobName,
            int shardingTotalCount,
            String jobParameter,
            Map<Integer, String> shardingItemParameters,
            int jobEventSamplingCount) {
        this.taskId = taskId;
        this.jobName = jobName;
        this.shardingTotalCount = shardingTotalCount;
        this.jobParameter = jobParameter;
        this.shardingItemParameters = shardingItemParameters;
        this.jobEventSamplingCount = jobEventSamplingCount;
    }

    public String getTaskId() {
        return taskId;
    }

    public String getJobName() {
        return jobName;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    /** Returns the items, each with its parameter or null. */
    public Map<Integer, String> getShardingItemParameters() {
        return shardingItemParameters;
    }

    /** Has no effect in this product: events are never sampled. */
    public int getJobEventSamplingCount() {
        return jobEventSamplingCount;
    }

    public int getCurrentJobEventSamplingCount() {
        return currentJobEventSamplingCount;
    }

    public boolean isAllowSendJobEvent() {
        return allowSendJobEvent;
    }

    public void setCurrentJobEventSamplingCount(int currentJobEventSamplingCount) {
        this.currentJobEventSamplingCount = currentJobEventSamplingCount;
    }

    public void setAllowSendJobEvent(boolean allowSendJobEvent) {
        this.allowSendJobEvent = allowSendJobEvent;
    }

    @Override
    public String toString() {
        return "ShardingContexts(taskId=" + taskId + ", jobName=" + jobName + ", shardingTotalCount="
                + shardingTotalCount + ", jobParameter=" + jobParameter + ", shardingItemParameters="
                + shardingItemParameters + ", jobEventSamplingCount=" + jobEventSamplingCount
                + ", currentJobEventSamplingCount=" + currentJobEventSamplingCount + ", allowSendJobEvent="
                + allowSendJobEvent + ")";
    }
}
