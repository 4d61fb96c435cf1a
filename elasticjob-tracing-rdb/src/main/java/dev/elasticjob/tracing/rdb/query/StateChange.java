package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;

/**
 * Change of the state of a task: a row of JOB_STATUS_TRACE_LOG.
 *
 * @param items items as stored, for example {@code [0, 1]}
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
