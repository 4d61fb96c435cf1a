package dev.elasticjob.tracing.rdb;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import java.util.TreeMap;

/** Row of JOB_STATUS_TRACE_LOG. */
record StateRow(String id, JobEvent.TaskChanged event) {

    /** Returns the value of a column. A new column of {@code Table.STATES} needs its value here. */
    Object value(String column) {
        return switch (column) {
            case "id" -> id;
            case "job_name" -> event.jobName();
            case "original_task_id" -> "";
            case "task_id" -> event.task().taskId();
            case "slave_id" -> event.task().serverIp();
            case "source" -> "LITE_EXECUTOR";
            case "execution_type" -> event.task().source() == RunSource.FAILOVER ? "FAILOVER" : "READY";
            case "sharding_item" -> event.task().items().toString();
            case "state" -> "TASK_" + event.state().name();
            case "message" -> message();
            case "creation_time" -> event.at();
            default -> throw new IllegalArgumentException("There is no value for " + column);
        };
    }

    private String message() {
        if (event.causes().isEmpty()) {
            return event.message();
        }
        TreeMap<Integer, String> causes = new TreeMap<>();
        event.causes().forEach((item, cause) -> causes.put(item, Causes.textOf(cause)));
        return causes.toString();
    }
}
