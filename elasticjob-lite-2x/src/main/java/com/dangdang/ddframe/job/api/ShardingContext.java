package com.dangdang.ddframe.job.api;

import com.dangdang.ddframe.job.executor.ShardingContexts;

/** Context of the item that a job runs. */
public final class ShardingContext {

    private final String jobName;
    private final String taskId;
    private final int shardingTotalCount;
    private final String jobParameter;
    private final int shardingItem;
    private final String shardingParameter;

    public ShardingContext(ShardingContexts shardingContexts, int shardingItem) {
        jobName = shardingContexts.getJobName();
        taskId = shardingContexts.getTaskId();
        shardingTotalCount = shardingContexts.getShardingTotalCount();
        jobParameter = shardingContexts.getJobParameter();
        this.shardingItem = shardingItem;
        shardingParameter = shardingContexts.getShardingItemParameters().get(shardingItem);
    }

    public String getJobName() {
        return jobName;
    }

    public String getTaskId() {
        return taskId;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    public int getShardingItem() {
        return shardingItem;
    }

    /** Returns the parameter of the item; null if none is configured. */
    public String getShardingParameter() {
        return shardingParameter;
    }

    @Override
    public String toString() {
        return "ShardingContext(jobName=" + jobName + ", taskId=" + taskId + ", shardingTotalCount="
                + shardingTotalCount + ", jobParameter=" + jobParameter + ", shardingItem=" + shardingItem
                + ", shardingParameter=" + shardingParameter + ")";
    }
}
