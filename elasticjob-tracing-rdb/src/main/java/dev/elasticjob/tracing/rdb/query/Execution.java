package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;
import java.util.Optional;

/**
 * Run of an item: a row of JOB_EXECUTION_LOG.
 *
 * @param source NORMAL_TRIGGER, MISFIRE or FAILOVER
 * @param failureCause failure cause; empty unless the run failed
 * @param end end time; empty while the run is active
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
