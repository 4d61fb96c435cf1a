package dev.elasticjob.tracing.rdb.query;

import dev.elasticjob.tracing.rdb.schema.Layout;
import dev.elasticjob.tracing.rdb.schema.Schema;
import dev.elasticjob.tracing.rdb.schema.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * Reads history. It neither creates tables nor changes data. Thread-safe.
 *
 * <p>All methods throw {@link HistoryException} if the database cannot be read.
 */
public final class JobHistory {

    private static final Duration MOST_HOURS = Duration.ofDays(31);

    /** The states in the order in which a task reaches them; sorts rows with the same time. */
    private static final List<String> STATES =
            List.of("TASK_STAGING", "TASK_RUNNING", "TASK_FINISHED", "TASK_FAILED", "TASK_ERROR");

    private static final int MOST_STATES = 1_000;

    private final DataSource dataSource;
    private final SchemaOf schemas;
    private final Map<Table, Layout> layouts = new ConcurrentHashMap<>();

    /** Determines the {@link Schema}: from the database, or as specified by a test. */
    interface SchemaOf {
        Schema of(Connection connection) throws SQLException;
    }

    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    public JobHistory(DataSource dataSource) {
        this(dataSource, Schema::of);
    }

    JobHistory(DataSource dataSource, SchemaOf schemas) {
        this.dataSource = dataSource;
        this.schemas = schemas;
    }

    // ---- runs ----

    public Page<Execution> executions(ExecutionQuery query) {
        return work("executions", connection -> {
            Select select = select(connection, query);
            List<Execution> rows = select.read(connection, query.limit + 1, JobHistory::execution);
            return page(rows, query.limit, last -> new Cursor(sortValue(query.sort, last), last.id()));
        });
    }

    Select select(Connection connection, ExecutionQuery query) throws SQLException {
        Layout layout = layout(connection, Table.EXECUTIONS);
        Select select = new Select(layout)
                .is("job_name", query.jobName)
                .is("sharding_item", query.item)
                .is("ip", query.ip)
                .is("hostname", query.hostname)
                .is("task_id", query.taskId)
                .between("start_time", query.from, query.to);
        if (query.idPrefix != null) {
            select.idBeginning(query.idPrefix);
        }
        if (query.source != null) {
            select.where("execution_source = '" + query.source.name() + "'");
        }
        if (query.result != null) {
            select.where("is_success = " + layout.literal("is_success", query.result == Result.SUCCESS));
            if (query.result != Result.SUCCESS) {
                select.where("complete_time IS " + (query.result == Result.FAILURE ? "NOT NULL" : "NULL"));
            }
        }
        if (query.after != null) {
            Cursor cursor = Cursor.of(query.after);
            Object value =
                    switch (query.sort) {
                        case START_TIME -> Timestamp.from(cursor.time());
                        case ITEM -> cursor.number();
                        case JOB_NAME, IP, HOSTNAME -> cursor.value();
                    };
            select.after(query.sort.column, query.ascending, value, cursor.id());
        }
        return select.orderBy(query.sort.column, query.ascending);
    }

    private static String sortValue(ExecutionQuery.Sort sort, Execution row) {
        return switch (sort) {
            case START_TIME -> row.start().toString();
            case JOB_NAME -> row.jobName();
            case ITEM -> String.valueOf(row.item());
            case IP -> row.ip();
            case HOSTNAME -> row.hostname();
        };
    }

    private static Execution execution(Row row) throws SQLException {
        Optional<Instant> end = row.time("complete_time");
        return new Execution(
                row.text("id"),
                row.text("job_name"),
                row.text("task_id"),
                row.text("hostname"),
                row.text("ip"),
                row.number("sharding_item"),
                row.text("execution_source"),
                row.optionalText("failure_cause"),
                Result.of(row.flag("is_success"), end.isPresent()),
                row.time("start_time").orElse(Instant.EPOCH),
                end);
    }

    private interface CursorOf<T> {
        Cursor of(T last);
    }

    private static <T> Page<T> page(List<T> rows, int limit, CursorOf<T> cursor) {
        if (rows.size() <= limit) {
            return new Page<>(rows, Optional.empty());
        }
        List<T> shown = rows.subList(0, limit);
        return new Page<>(shown, Optional.of(cursor.of(shown.get(limit - 1)).text()));
    }

    // ---- states ----

    public Page<StateChange> stateChanges(StateQuery query) {
        return work("changes of state", connection -> {
            List<StateChange> rows = select(connection, query).read(connection, query.limit + 1, JobHistory::state);
            return page(rows, query.limit, last -> new Cursor(last.at().toString(), last.id()));
        });
    }

    Select select(Connection connection, StateQuery query) throws SQLException {
        Select select = states(connection)
                .is("job_name", query.jobName)
                .is("task_id", query.taskId)
                .is("state", query.state)
                .between("creation_time", query.from, query.to)
                .orderBy("creation_time", query.ascending);
        if (query.after != null) {
            Cursor cursor = Cursor.of(query.after);
            select.after("creation_time", query.ascending, Timestamp.from(cursor.time()), cursor.id());
        }
        return select;
    }

    /**
     * Returns the states of a task in order, at most the last 1,000. The same items on the same instance have the same task id in every
     * run.
     */
    public List<StateChange> statesOf(String taskId) {
        return work("the states of a task", connection -> {
            List<StateChange> rows = states(connection)
                    .is("task_id", taskId)
                    .orderBy("creation_time", false)
                    .read(connection, MOST_STATES, JobHistory::state);
            return inOrder(rows);
        });
    }

    /** Returns the states of the task of a run in order, from its staging until the next run of the task. */
    public List<StateChange> statesOf(Execution execution) {
        List<StateChange> ofRun = new ArrayList<>();
        for (StateChange each : statesOf(execution.taskId())) {
            if (each.state().equals("TASK_STAGING")) {
                if (each.at().isAfter(execution.start())) {
                    break;
                }
                ofRun.clear();
            }
            ofRun.add(each);
        }
        return ofRun;
    }

    private static List<StateChange> inOrder(List<StateChange> rows) {
        List<StateChange> sorted = new ArrayList<>(rows);
        boolean isOfThisEngine = rows.stream().allMatch(row -> row.id().length() == 28);
        sorted.sort(
                isOfThisEngine
                        ? Comparator.comparing(StateChange::at).thenComparing(StateChange::id)
                        : Comparator.comparing(StateChange::at).thenComparing(row -> STATES.indexOf(row.state())));
        return sorted;
    }

    private Select states(Connection connection) throws SQLException {
        return new Select(layout(connection, Table.STATES));
    }

    private static StateChange state(Row row) throws SQLException {
        return new StateChange(
                row.text("id"),
                row.text("job_name"),
                row.text("task_id"),
                row.text("slave_id"),
                row.text("execution_type"),
                row.text("sharding_item"),
                row.text("state"),
                row.optionalText("message").orElse(""),
                row.time("creation_time").orElse(Instant.EPOCH));
    }

    // ---- counts ----

    /**
     * Counts the runs that started in each hour, by result.
     *
     * @param jobName name of the job; empty for all jobs
     * @param from time within the first hour
     * @param to end of the period, at most 31 days later
     */
    public List<HourCount> countsByHour(Optional<String> jobName, Instant from, Instant to) {
        if (Duration.between(from, to).compareTo(MOST_HOURS) > 0) {
            throw new IllegalArgumentException("Counts by hour from " + from + " to " + to + " are too many; ask for "
                    + MOST_HOURS.toDays() + " days at most");
        }
        return work("counts", connection -> {
            List<HourCount> counts = new ArrayList<>();
            Instant hour = from.truncatedTo(ChronoUnit.HOURS);
            while (hour.isBefore(to)) {
                counts.add(count(connection, jobName.orElse(null), hour));
                hour = hour.plus(1, ChronoUnit.HOURS);
            }
            return counts;
        });
    }

    private HourCount count(Connection connection, String jobName, Instant hour) throws SQLException {
        Layout layout = layout(connection, Table.EXECUTIONS);
        String success = layout.literal("is_success", true);
        Select select = new Select(
                        "COUNT(*) AS all_runs, SUM(CASE WHEN is_success = " + success
                                + " THEN 1 ELSE 0 END) AS successful,"
                                + " SUM(CASE WHEN is_success <> " + success
                                + " AND complete_time IS NULL THEN 1 ELSE 0 END) AS running",
                        layout)
                .is("job_name", jobName)
                .between("start_time", hour, hour.plus(1, ChronoUnit.HOURS));
        return select.read(connection, 1, row -> {
                    long all = row.count("all_runs");
                    long successful = row.count("successful");
                    long running = row.count("running");
                    return new HourCount(hour, running, successful, all - successful - running);
                })
                .get(0);
    }

    // ---- the grid ----

    /** Returns the last runs of a job, each with all its items. */
    public RunGrid grid(String jobName, int runs) {
        if (runs < 1 || runs > GridReader.MOST_RUNS) {
            throw new IllegalArgumentException("Job '" + jobName + "': a grid of " + runs
                    + " runs cannot be had; ask for 1 to " + GridReader.MOST_RUNS);
        }
        return work(
                "the last runs",
                connection -> new RunGrid(
                        jobName, new GridReader(layout(connection, Table.EXECUTIONS), jobName, runs).read(connection)));
    }

    // ---- completion of names ----

    /** Returns the names of jobs that start with the prefix, in order. */
    public List<String> jobNames(String prefix, int most) {
        return distinct("job_name", prefix, most);
    }

    /** Returns the addresses that start with the prefix, in order. */
    public List<String> addresses(String prefix, int most) {
        return distinct("ip", prefix, most);
    }

    /**
     * Returns the distinct values of a column. Reads the index from one value to the next, so the cost depends on the number of values,
     * not of rows.
     */
    private List<String> distinct(String column, String prefix, int most) {
        return work("names", connection -> {
            Layout layout = layout(connection, Table.EXECUTIONS);
            List<String> found = new ArrayList<>();
            String condition = column + " >= ";
            String last = prefix;
            while (found.size() < most) {
                Select select = new Select("MIN(" + column + ") AS " + column, layout).beyond(condition + "?", last);
                String next =
                        select.read(connection, 1, row -> row.text(column)).get(0);
                if (next == null || !next.startsWith(prefix) || next.equals(last) && !found.isEmpty()) {
                    break;
                }
                found.add(next);
                last = next;
                condition = column + " > ";
            }
            return found;
        });
    }

    // ---- the database ----

    /** The table does not exist because nothing was written yet. */
    private static final class NoTable extends SQLException {

        private static final long serialVersionUID = 1;

        NoTable(Table table, SQLException cause) {
            super(
                    "there is no table " + table.tableName() + ": the first job with history in this database makes it",
                    cause.getSQLState(),
                    cause);
        }
    }

    private Layout layout(Connection connection, Table table) throws SQLException {
        Layout known = layouts.get(table);
        if (known == null) {
            Schema schema = schemas.of(connection);
            try {
                known = schema.look(connection, table);
            } catch (SQLException unreadable) {
                throw schema.isMissing(connection, table) ? new NoTable(table, unreadable) : unreadable;
            }
            layouts.put(table, known);
        }
        return known;
    }

    private <T> T work(String what, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            return work.with(connection);
        } catch (SQLException problem) {
            // A column may have been widened since the layout was read.
            layouts.clear();
            throw new HistoryException(
                    "History: " + what + " could not be read: " + problem.getMessage(),
                    problem,
                    problem instanceof NoTable);
        }
    }
}
