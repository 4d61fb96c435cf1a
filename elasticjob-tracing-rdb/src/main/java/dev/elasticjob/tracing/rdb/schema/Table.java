package dev.elasticjob.tracing.rdb.schema;

import static dev.elasticjob.tracing.rdb.schema.Column.Type.FLAG;
import static dev.elasticjob.tracing.rdb.schema.Column.Type.MILLIS;
import static dev.elasticjob.tracing.rdb.schema.Column.Type.NUMBER;
import static dev.elasticjob.tracing.rdb.schema.Column.Type.TIME;
import static dev.elasticjob.tracing.rdb.schema.Column.of;
import static dev.elasticjob.tracing.rdb.schema.Column.text;
import static dev.elasticjob.tracing.rdb.schema.Shortening.CAUSE;
import static dev.elasticjob.tracing.rdb.schema.Shortening.NAME;
import static dev.elasticjob.tracing.rdb.schema.Shortening.PLAIN;
import static dev.elasticjob.tracing.rdb.schema.Shortening.TASK_ID;

import java.util.List;

/**
 * Tables, with the names and columns that ElasticJob defined. The columns are wide enough for a task id, which names all items that start
 * together. This is the complete schema: statements, their parameters and the checks of existing tables are derived from it.
 *
 * <p>Each index serves a query of the package {@code query}, in the order in which that query pages.
 */
public enum Table {
    EXECUTIONS(
            "JOB_EXECUTION_LOG",
            List.of(
                    text("id", 40, NAME),
                    text("job_name", 200, NAME),
                    text("task_id", 1000, TASK_ID),
                    text("hostname", 255, NAME),
                    text("ip", 50, NAME),
                    of("sharding_item", NUMBER),
                    text("execution_source", 20, PLAIN),
                    text("failure_cause", 4000, CAUSE).orNull().untilEnd(),
                    of("is_success", FLAG).untilEnd(),
                    of("start_time", TIME),
                    of("complete_time", TIME).orNull().untilEnd()),
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
                    text("id", 40, NAME),
                    text("job_name", 200, NAME),
                    text("original_task_id", 1000, TASK_ID),
                    text("task_id", 1000, TASK_ID),
                    text("slave_id", 50, NAME),
                    // Not in tables of the unreleased 3.0.6.
                    text("source", 50, PLAIN).ifPresent(),
                    text("execution_type", 20, PLAIN),
                    text("sharding_item", 1000, PLAIN),
                    text("state", 20, PLAIN),
                    text("message", 4000, CAUSE).orNull(),
                    of("creation_time", TIME)),
            List.of(
                    Index.on("TASK_ID_STATE_INDEX", "task_id", "state"),
                    Index.on("JOB_STATUS_TIME_INDEX", "creation_time", "id"),
                    Index.on("JOB_STATUS_JOB_INDEX", "job_name", "creation_time", "id"))),

    /** Specific to this product: names the instance that currently maintains the other tables. */
    LEASES(
            "JOB_HISTORY_LEASE",
            List.of(text("id", 40, NAME), text("owner", 100, PLAIN), of("expires", MILLIS)),
            List.of());

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

    Column column(String name) {
        return columns.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Table " + tableName + " has no column " + name));
    }

    List<Index> indexes() {
        return indexes;
    }
}
