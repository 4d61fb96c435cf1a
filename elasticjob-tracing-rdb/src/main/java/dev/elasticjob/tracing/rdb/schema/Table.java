package dev.elasticjob.tracing.rdb.schema;

import static dev.elasticjob.tracing.rdb.schema.Column.Type.FLAG;
import static dev.elasticjob.tracing.rdb.schema.Column.Type.MILLIS;
import static dev.elasticjob.tracing.rdb.schema.Column.Type.NUMBER;
import static dev.elasticjob.tracing.rdb.schema.Column.Type.TIME;
import static dev.elasticjob.tracing.rdb.schema.Column.of;
import static dev.elasticjob.tracing.rdb.schema.Column.text;

import java.util.List;

/**
 * Tables, with the names and columns that ElasticJob defined. The columns are wide enough for a task id, which names all items that start
 * together. This is the complete schema.
 *
 * <p>Each index serves a query of the package {@code query}, in the order in which that query pages.
 */
public enum Table {
    EXECUTIONS(
            "JOB_EXECUTION_LOG",
            List.of(
                    text("id", 40),
                    text("job_name", 200),
                    text("task_id", 1000),
                    text("hostname", 255),
                    text("ip", 50),
                    of("sharding_item", NUMBER),
                    text("execution_source", 20),
                    text("failure_cause", 4000).orNull(),
                    of("is_success", FLAG),
                    of("start_time", TIME),
                    of("complete_time", TIME).orNull()),
            List.of(
                    Index.on("JOB_EXECUTION_TIME_INDEX", "start_time", "id"),
                    Index.on("JOB_EXECUTION_JOB_INDEX", "job_name", "start_time", "id"),
                    Index.on("JOB_EXECUTION_ITEM_INDEX", "job_name", "sharding_item", "start_time", "id"),
                    Index.on("JOB_EXECUTION_IP_INDEX", "ip", "start_time", "id"),
                    Index.on("JOB_EXECUTION_HOST_INDEX", "hostname", "start_time", "id"),
                    // Few runs fail, and few are started by anything other than the schedule.
                    Index.on("JOB_EXECUTION_RESULT_INDEX", "is_success", "start_time", "id")
                            .where("is_success = {false}"),
                    Index.on("JOB_EXECUTION_SOURCE_INDEX", "execution_source", "start_time", "id")
                            .where("execution_source <> 'NORMAL_TRIGGER'"))),

    STATES(
            "JOB_STATUS_TRACE_LOG",
            List.of(
                    text("id", 40),
                    text("job_name", 200),
                    text("original_task_id", 1000),
                    text("task_id", 1000),
                    text("slave_id", 50),
                    text("source", 50),
                    text("execution_type", 20),
                    text("sharding_item", 1000),
                    text("state", 20),
                    text("message", 4000).orNull(),
                    of("creation_time", TIME)),
            List.of(
                    Index.on("TASK_ID_STATE_INDEX", "task_id", "state"),
                    Index.on("JOB_STATUS_TIME_INDEX", "creation_time", "id"),
                    Index.on("JOB_STATUS_JOB_INDEX", "job_name", "creation_time", "id"))),

    /** Specific to this product: names the instance that currently maintains the other tables. */
    LEASES("JOB_HISTORY_LEASE", List.of(text("id", 40), text("owner", 100), of("expires", MILLIS)), List.of());

    private final String tableName;
    private final List<Column> columns;
    private final List<Index> indexes;

    Table(String tableName, List<Column> columns, List<Index> indexes) {
        this.tableName = tableName;
        this.columns = columns;
        this.indexes = indexes;
    }

    public String tableName() {
        return tableName;
    }

    List<Column> columns() {
        return columns;
    }

    List<Index> indexes() {
        return indexes;
    }
}
