package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;

/** Query for state changes. Without conditions it selects all changes, the latest first. Not thread-safe. */
public final class StateQuery {

    String jobName;
    String taskId;
    String state;
    Instant from;
    Instant to;
    boolean ascending;
    int limit = 20;
    String after;

    public StateQuery job(String name) {
        jobName = name;
        return this;
    }

    public StateQuery task(String id) {
        taskId = id;
        return this;
    }

    /** Selects changes to a state, for example {@code TASK_ERROR}. */
    public StateQuery state(String wanted) {
        state = wanted;
        return this;
    }

    public StateQuery from(Instant time) {
        from = time;
        return this;
    }

    public StateQuery to(Instant time) {
        to = time;
        return this;
    }

    public StateQuery ascending(boolean oldestFirst) {
        ascending = oldestFirst;
        return this;
    }

    public StateQuery limit(int rows) {
        if (rows < 1 || rows > ExecutionQuery.LARGEST_PAGE) {
            throw new IllegalArgumentException(
                    "limit is " + rows + "; set it to a number from 1 to " + ExecutionQuery.LARGEST_PAGE);
        }
        limit = rows;
        return this;
    }

    /**
     * Continues after a page.
     *
     * @param next {@code next} of the previous page, which was read with the same conditions and the same order
     */
    public StateQuery after(String next) {
        after = next;
        return this;
    }
}
