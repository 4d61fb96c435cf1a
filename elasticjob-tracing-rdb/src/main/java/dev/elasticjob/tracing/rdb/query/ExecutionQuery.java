package dev.elasticjob.tracing.rdb.query;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.Objects;

/** Query for runs of items. Without conditions it selects all runs, the latest first. Not thread-safe. */
public final class ExecutionQuery {

    /** Maximum page size. */
    public static final int LARGEST_PAGE = 1_000;

    /** Sort column. Rows with equal values are sorted by id. */
    public enum Sort {
        START_TIME("start_time"),
        JOB_NAME("job_name"),
        ITEM("sharding_item"),
        IP("ip"),
        HOSTNAME("hostname");

        final String column;

        Sort(String column) {
            this.column = column;
        }
    }

    String jobName;
    Integer item;
    String ip;
    String hostname;
    String taskId;
    String idPrefix;
    Result result;
    RunSource source;
    Instant from;
    Instant to;
    Sort sort = Sort.START_TIME;
    boolean ascending;
    int limit = 20;
    String after;

    public ExecutionQuery job(String name) {
        jobName = name;
        return this;
    }

    public ExecutionQuery item(int number) {
        item = number;
        return this;
    }

    public ExecutionQuery ip(String address) {
        ip = address;
        return this;
    }

    public ExecutionQuery hostname(String name) {
        hostname = name;
        return this;
    }

    public ExecutionQuery task(String id) {
        taskId = id;
        return this;
    }

    /** Selects runs whose id starts with the prefix. All items of one run share the first 16 characters. */
    public ExecutionQuery idBeginning(String prefix) {
        idPrefix = prefix;
        return this;
    }

    public ExecutionQuery result(Result wanted) {
        result = wanted;
        return this;
    }

    /** Selects runs by source. NORMAL_TRIGGER includes manual and one-off runs, because the table does not distinguish them. */
    public ExecutionQuery source(RunSource wanted) {
        source = wanted == RunSource.MISFIRE || wanted == RunSource.FAILOVER ? wanted : RunSource.NORMAL_TRIGGER;
        return this;
    }

    /** Selects runs that started at or after this time. */
    public ExecutionQuery from(Instant time) {
        from = time;
        return this;
    }

    /** Selects runs that started before this time. */
    public ExecutionQuery to(Instant time) {
        to = time;
        return this;
    }

    /** Sets the order. {@code START_TIME} is fast for tables of any size; in large tables, other columns need further conditions. */
    public ExecutionQuery sortedBy(Sort order, boolean isAscending) {
        sort = Objects.requireNonNull(order);
        ascending = isAscending;
        return this;
    }

    public ExecutionQuery limit(int rows) {
        if (rows < 1 || rows > LARGEST_PAGE) {
            throw new IllegalArgumentException("limit is " + rows + "; set it to a number from 1 to " + LARGEST_PAGE);
        }
        limit = rows;
        return this;
    }

    /**
     * Continues after a page.
     *
     * @param next {@code next} of the previous page, which was read with the same conditions and the same order
     */
    public ExecutionQuery after(String next) {
        after = next;
        return this;
    }
}
