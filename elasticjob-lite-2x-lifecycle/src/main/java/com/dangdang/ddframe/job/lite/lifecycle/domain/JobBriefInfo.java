package com.dangdang.ddframe.job.lite.lifecycle.domain;

import java.io.Serializable;

/** Summary of a job. */
public final class JobBriefInfo implements Serializable, Comparable<JobBriefInfo> {

    private static final long serialVersionUID = 1L;

    /** The state of a job. */
    public enum JobStatus {
        OK,
        CRASHED,
        DISABLED,
        SHARDING_FLAG
    }

    private String jobName;
    private JobStatus status;
    private String description;
    private String cron;
    private int instanceCount;
    private int shardingTotalCount;

    public String getJobName() {
        return jobName;
    }

    public JobStatus getStatus() {
        return status;
    }

    public String getDescription() {
        return description;
    }

    public String getCron() {
        return cron;
    }

    public int getInstanceCount() {
        return instanceCount;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public void setJobName(String jobName) {
        this.jobName = jobName;
    }

    public void setStatus(JobStatus status) {
        this.status = status;
    }

    public void setDescription(String description) {
        this.description = description;
    }

    public void setCron(String cron) {
        this.cron = cron;
    }

    public void setInstanceCount(int instanceCount) {
        this.instanceCount = instanceCount;
    }

    public void setShardingTotalCount(int shardingTotalCount) {
        this.shardingTotalCount = shardingTotalCount;
    }

    @Override
    public int compareTo(JobBriefInfo other) {
        return jobName.compareTo(other.jobName);
    }
}
