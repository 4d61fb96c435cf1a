package com.dangdang.ddframe.job.event.type;

import com.dangdang.ddframe.job.event.JobEvent;
import com.dangdang.ddframe.job.util.env.IpUtils;
import java.util.Date;
import java.util.UUID;

/** Run of an item: reported when it starts and, with the same id, when it ends. */
public final class JobExecutionEvent implements JobEvent {

    /** Reason of an item's run. */
    public enum ExecutionSource {
        NORMAL_TRIGGER,
        MISFIRE,
        FAILOVER
    }

    private final String id;
    private final String hostname;
    private final String ip;
    private final String taskId;
    private final String jobName;
    private final ExecutionSource source;
    private final int shardingItem;
    private final Date startTime;
    private Date completeTime;
    private boolean success;
    private JobExecutionEventThrowable failureCause;

    public JobExecutionEvent(String taskId, String jobName, ExecutionSource source, int shardingItem) {
        this(
                UUID.randomUUID().toString(),
                IpUtils.getHostName(),
                IpUtils.getIp(),
                taskId,
                jobName,
                source,
                shardingItem,
                new Date(),
                null,
                false,
                null);
    }

    public JobExecutionEvent(
            String id,
            String hostname,
            String ip,
            String taskId,
            String jobName,
            ExecutionSource source,
            int shardingItem,
            Date startTime,
            Date completeTime,
            boolean success,
            JobExecutionEventThrowable failureCause) {
        this.id = id;
        this.hostname = hostname;
        this.ip = ip;
        this.taskId = taskId;
        this.jobName = jobName;
        this.source = source;
        this.shardingItem = shardingItem;
        this.startTime = startTime;
        this.completeTime = completeTime;
        this.success = success;
        this.failureCause = failureCause;
    }

    /** Returns the event of a successful end, with the same id. */
    public JobExecutionEvent executionSuccess() {
        return ended(true, null);
    }

    /** Returns the event of a failure, with the same id. */
    public JobExecutionEvent executionFailure(Throwable failureCause) {
        return ended(false, new JobExecutionEventThrowable(failureCause));
    }

    private JobExecutionEvent ended(boolean successful, JobExecutionEventThrowable cause) {
        return new JobExecutionEvent(
                id, hostname, ip, taskId, jobName, source, shardingItem, startTime, new Date(), successful, cause);
    }

    public String getId() {
        return id;
    }

    public String getHostname() {
        return hostname;
    }

    public String getIp() {
        return ip;
    }

    public String getTaskId() {
        return taskId;
    }

    @Override
    public String getJobName() {
        return jobName;
    }

    public ExecutionSource getSource() {
        return source;
    }

    public int getShardingItem() {
        return shardingItem;
    }

    public Date getStartTime() {
        return startTime;
    }

    /** Returns the end time; null while the item is running. */
    public Date getCompleteTime() {
        return completeTime;
    }

    public boolean isSuccess() {
        return success;
    }

    /** Returns the stack trace; an empty text if there was no exception. */
    public String getFailureCause() {
        return failureCause == null ? "" : failureCause.toString();
    }

    public void setCompleteTime(Date completeTime) {
        this.completeTime = completeTime;
    }

    public void setSuccess(boolean success) {
        this.success = success;
    }

    public void setFailureCause(JobExecutionEventThrowable failureCause) {
        this.failureCause = failureCause;
    }
}
