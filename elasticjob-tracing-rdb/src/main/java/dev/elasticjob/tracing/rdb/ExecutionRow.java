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

    /** Returns the value of the source column. The tables have three sources; requested runs are stored as normal ones. */
    String source() {
        RunSource source = run.source();
        return source == RunSource.MISFIRE || source == RunSource.FAILOVER
                ? source.name()
                : RunSource.NORMAL_TRIGGER.name();
    }
}
