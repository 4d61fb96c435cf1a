package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;
import java.util.Optional;

/**
 * The run of an item: a row of JOB_EXECUTION_LOG.
 *
 * @param source NORMAL_TRIGGER, MISFIRE or FAILOVER
 * @param failureCause empty unless it failed
 * @param end empty while it runs
 */
public record Execution(
        String id,
        String jobName,
        String taskId,
        String hostname,
        String ip,
        int item,
        String source,
        Optional<String> failureCause,
        Result result,
        Instant start,
        Optional<Instant> end) {}
