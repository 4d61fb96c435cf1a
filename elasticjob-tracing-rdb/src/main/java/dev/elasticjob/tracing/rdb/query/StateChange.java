package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;

/**
 * A change of a task's state: a row of JOB_STATUS_TRACE_LOG.
 *
 * @param items as it was written, such as {@code [0, 1]}
 * @param state TASK_STAGING, TASK_RUNNING, TASK_FINISHED, TASK_FAILED or TASK_ERROR
 */
public record StateChange(
        String id,
        String jobName,
        String taskId,
        String ip,
        String executionType,
        String items,
        String state,
        String message,
        Instant at) {}
