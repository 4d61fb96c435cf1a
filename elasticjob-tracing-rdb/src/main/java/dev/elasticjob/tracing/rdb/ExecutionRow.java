package dev.elasticjob.tracing.rdb;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import java.time.Instant;

/** Row of JOB_EXECUTION_LOG. */
final class ExecutionRow {

    final String id;
    final String jobName;
    final JobEvent.Run run;

    /** Whether this row includes the start of the run. Otherwise the start was written earlier or was dropped. */
    boolean begins;

    /** End time; null while the run is active. */
    Instant end;

    boolean success;

    /** Failure cause; null unless the run failed. */
    String cause;

    /** Number of events that this row represents. */
    int events;

    ExecutionRow(String id, String jobName, JobEvent.Run run) {
        this.id = id;
        this.jobName = jobName;
        this.run = run;
    }

    void end(Instant at, boolean successful, String why) {
        end = at;
        success = successful;
        cause = why;
    }

    /** Returns the value of a column. A new column of {@code Table.EXECUTIONS} needs its value here. */
    Object value(String column, String hostname) {
        return switch (column) {
            case "id" -> id;
            case "job_name" -> jobName;
            case "task_id" -> run.taskId();
            case "hostname" -> hostname;
            case "ip" -> run.serverIp();
            case "sharding_item" -> run.item();
            case "execution_source" -> source();
            case "failure_cause" -> cause;
            case "is_success" -> success;
            case "start_time" -> run.begunAt();
            case "complete_time" -> end;
            default -> throw new IllegalArgumentException("There is no value for " + column);
        };
    }

    /** Returns the value of the source column. The tables have three sources; requested runs are stored as normal ones. */
    private String source() {
        RunSource source = run.source();
        return source == RunSource.MISFIRE || source == RunSource.FAILOVER
                ? source.name()
                : RunSource.NORMAL_TRIGGER.name();
    }
}
