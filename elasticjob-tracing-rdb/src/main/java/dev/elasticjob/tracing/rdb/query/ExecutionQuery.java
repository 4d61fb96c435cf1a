package dev.elasticjob.tracing.rdb.query;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.Objects;

/** Which runs to read. Without any condition: all, the latest first. Not for several threads at once. */
public final class ExecutionQuery {

    /** Pages are not larger. */
    public static final int LARGEST_PAGE = 1_000;

    /** What rows are ordered by; those that are equal by their id. */
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

    /** Ids that begin so. Those of the items of one run have their first 16 characters in common. */
    public ExecutionQuery idBeginning(String prefix) {
        idPrefix = prefix;
        return this;
    }

    public ExecutionQuery result(Result wanted) {
        result = wanted;
        return this;
    }

    /** NORMAL_TRIGGER stands for manual and one-off runs too: the table does not tell them apart. */
    public ExecutionQuery source(RunSource wanted) {
        source = wanted == RunSource.MISFIRE || wanted == RunSource.FAILOVER ? wanted : RunSource.NORMAL_TRIGGER;
        return this;
    }

    /** Runs that began then or later. */
    public ExecutionQuery from(Instant time) {
        from = time;
        return this;
    }

    /** Runs that began earlier. */
    public ExecutionQuery to(Instant time) {
        to = time;
        return this;
    }

    /** Quick whatever the size of the table for {@code START_TIME}; others want further conditions there. */
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

    /** @param next of the page before, read with the same conditions and the same order */
    public ExecutionQuery after(String next) {
        after = next;
        return this;
    }
}
