package dev.elasticjob.tracing.rdb;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import java.time.Instant;

/** A row of JOB_EXECUTION_LOG. */
final class ExecutionRow {

    final String id;
    final String jobName;
    final JobEvent.Run run;

    /** Whether its beginning is to be written here; else it was before, unless that was dropped. */
    boolean begins;

    /** Null while it runs. */
    Instant end;

    boolean success;

    /** Null without failure. */
    String cause;

    /** How many events it stands for. */
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

    /** The tables know three; what somebody asked for counts as normal. */
    String source() {
        RunSource source = run.source();
        return source == RunSource.MISFIRE || source == RunSource.FAILOVER
                ? source.name()
                : RunSource.NORMAL_TRIGGER.name();
    }
}
