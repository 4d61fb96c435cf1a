package dev.elasticjob.tracing.rdb;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import java.util.TreeMap;

/** Row of JOB_STATUS_TRACE_LOG. */
record StateRow(String id, JobEvent.TaskChanged event) {

    String state() {
        return "TASK_" + event.state().name();
    }

    String executionType() {
        return event.task().source() == RunSource.FAILOVER ? "FAILOVER" : "READY";
    }

    String message() {
        if (event.causes().isEmpty()) {
            return event.message();
        }
        TreeMap<Integer, String> causes = new TreeMap<>();
        event.causes().forEach((item, cause) -> causes.put(item, Causes.textOf(cause)));
        return causes.toString();
    }
}
