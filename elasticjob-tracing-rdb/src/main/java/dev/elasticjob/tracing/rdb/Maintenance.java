package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.schema.Layout;
import dev.elasticjob.tracing.rdb.schema.RowStatement;
import dev.elasticjob.tracing.rdb.schema.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes runs without an end, and deletes rows that exceed the retention limits. One instance does this, the holder of a lease in the
 * database, in small steps between batches and for at most a tenth of the time.
 */
final class Maintenance {

    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);
    private static final String LEASE = "maintenance";

    /** Grace period for rows that another process writes late. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final int REST_FACTOR = 10;
    private static final int LOOK_AT = 500;

    private final Session session;
    private final RdbTracingSettings settings;
    private final Clock clock;
    private final Lease lease = new Lease(UUID.randomUUID().toString());
    private final Deque<Step> left = new ArrayDeque<>();
    private long dueAt;
    private Timestamp lookedAt = new Timestamp(0);
    private boolean firstPass = true;

    /** A step of the maintenance, which returns whether there is more to do. */
    private interface Step {
        boolean once() throws SQLException;
    }

    Maintenance(Session session, RdbTracingSettings settings, Clock clock) {
        this.session = session;
        this.settings = settings;
        this.clock = clock;
        // Delayed, so that maintenance does not compete with the start of many instances.
        dueAt = System.nanoTime()
                + Math.min(
                        settings.maintenanceInterval().toNanos(),
                        Duration.ofSeconds(10).toNanos());
    }

    boolean isDue() {
        return dueAt - System.nanoTime() <= 0;
    }

    Duration untilDue() {
        return Duration.ofNanos(Math.max(1, dueAt - System.nanoTime()));
    }

    /** Returns whether the current maintenance run has remaining steps. */
    boolean isUnderWay() {
        return !left.isEmpty();
    }

    void failed() {
        left.clear();
        dueAt = System.nanoTime() + settings.maintenanceInterval().toNanos();
    }

    /** Executes one small step. */
    void step() throws SQLException {
        session.connection();
        long begun = System.nanoTime();
        if (left.isEmpty()) {
            if (!holdLease()) {
                dueAt = begun + settings.maintenanceInterval().toNanos();
                return;
            }
            plan();
        }
        boolean more = left.peek().once();
        if (!more) {
            left.poll();
        }
        long rest =
                left.isEmpty() ? settings.maintenanceInterval().toNanos() : REST_FACTOR * (System.nanoTime() - begun);
        dueAt = System.nanoTime() + rest;
    }

    private void plan() {
        Instant now = clock.instant();
        // Older runs were examined by an earlier pass.
        Instant from =
                firstPass ? Instant.EPOCH : now.minus(settings.unfinishedLimit().multipliedBy(2));
        lookedAt = RowStatement.timestamp(from);
        left.add(() -> closeUnfinished(now));
        for (Table table : List.of(Table.EXECUTIONS, Table.STATES)) {
            if (!settings.retentionAge().isZero()) {
                left.add(() -> deleteOlder(table, now.minus(settings.retentionAge())));
            }
            if (settings.retentionRows() > 0) {
                long[] surplus = {-1};
                left.add(() -> deleteSurplus(table, surplus));
            }
        }
        firstPass = false;
    }

    private static String timeOf(Table table) {
        return table == Table.STATES ? "creation_time" : "start_time";
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = session.connection().prepareStatement(sql);
        statement.setQueryTimeout(session.timeoutSeconds());
        return statement;
    }

    private PreparedStatement prepareFirst(int rows, String sql, Layout layout) throws SQLException {
        PreparedStatement statement = prepare(layout.dialect().first(rows, sql));
        statement.setMaxRows(rows);
        return statement;
    }

    // ---- lease ----

    private boolean holdLease() throws SQLException {
        session.layout(Table.LEASES);
        Connection connection = session.connection();
        connection.setAutoCommit(true);
        Duration term = settings.maintenanceInterval().multipliedBy(3).plus(GRACE);
        return lease.hold(connection, LEASE, clock.instant(), term);
    }

    // ---- runs without an end ----

    private record Unfinished(String id, String jobName, int item, Timestamp start) {}

    private boolean closeUnfinished(Instant now) throws SQLException {
        Layout layout = session.layout(Table.EXECUTIONS);
        session.connection().setAutoCommit(true);
        List<Unfinished> found = unfinished(layout, now.minus(GRACE));
        for (Unfinished each : found) {
            lookedAt = each.start();
            Timestamp next = laterRun(layout, each, now.minus(GRACE));
            if (next != null) {
                close(layout, each.id(), next, "No end was recorded. The item's next run began at " + next);
            } else if (each.start().toInstant().isBefore(now.minus(settings.unfinishedLimit()))) {
                close(
                        layout,
                        each.id(),
                        RowStatement.timestamp(now),
                        "No end was recorded within "
                                + settings.unfinishedLimit().toMinutes() + " minutes");
            }
        }
        if (found.size() == LOOK_AT
                && found.get(0).start().equals(found.get(LOOK_AT - 1).start())) {
            // More runs have this start time than one query returns: skip them.
            lookedAt = new Timestamp(lookedAt.getTime() + 1);
        }
        return found.size() == LOOK_AT;
    }

    private List<Unfinished> unfinished(Layout layout, Instant before) throws SQLException {
        String sql = "SELECT id, job_name, sharding_item, start_time FROM JOB_EXECUTION_LOG WHERE is_success = "
                + layout.literal("is_success", false)
                + " AND complete_time IS NULL AND start_time >= ? AND start_time < ? ORDER BY start_time, id";
        List<Unfinished> found = new ArrayList<>();
        try (PreparedStatement select = prepareFirst(LOOK_AT, sql, layout)) {
            select.setTimestamp(1, lookedAt);
            select.setTimestamp(2, RowStatement.timestamp(before));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(new Unfinished(
                            rows.getString("id"),
                            rows.getString("job_name"),
                            rows.getInt("sharding_item"),
                            rows.getTimestamp("start_time")));
                }
            }
        }
        return found;
    }

    /**
     * Returns the start of the next run of the same item. Runs of an item do not overlap: when the next run has started, this one has
     * ended.
     */
    private Timestamp laterRun(Layout layout, Unfinished run, Instant before) throws SQLException {
        String sql = "SELECT start_time FROM JOB_EXECUTION_LOG WHERE job_name = ? AND sharding_item = ?"
                + " AND start_time > ? AND start_time < ? ORDER BY start_time";
        try (PreparedStatement select = prepareFirst(1, sql, layout)) {
            select.setString(1, run.jobName());
            select.setInt(2, run.item());
            select.setTimestamp(3, run.start());
            select.setTimestamp(4, RowStatement.timestamp(before));
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? rows.getTimestamp(1) : null;
            }
        }
    }

    private void close(Layout layout, String id, Timestamp end, String cause) throws SQLException {
        String sql = "UPDATE JOB_EXECUTION_LOG SET complete_time = ?, failure_cause = ?"
                + " WHERE id = ? AND complete_time IS NULL";
        try (PreparedStatement update = prepare(sql)) {
            update.setTimestamp(1, end);
            update.setString(2, layout.fit("failure_cause", cause));
            update.setString(3, id);
            update.executeUpdate();
        }
    }

    // ---- retention ----

    private boolean deleteOlder(Table table, Instant before) throws SQLException {
        return delete(table, settings.deleteSize(), RowStatement.timestamp(before)) >= settings.deleteSize();
    }

    /**
     * Deletes rows that exceed the limit.
     *
     * @param surplus number of surplus rows; a negative value means that they have not been counted yet
     */
    private boolean deleteSurplus(Table table, long[] surplus) throws SQLException {
        if (surplus[0] < 0) {
            surplus[0] = Math.max(0, count(table) - settings.retentionRows());
        }
        if (surplus[0] == 0) {
            return false;
        }
        int step = (int) Math.min(settings.deleteSize(), surplus[0]);
        int deleted = delete(table, step, null);
        surplus[0] = Math.max(0, surplus[0] - deleted);
        return deleted > 0 && surplus[0] > 0;
    }

    private long count(Table table) throws SQLException {
        try (PreparedStatement select = prepare("SELECT COUNT(*) FROM " + table.tableName());
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Deletes approximately the given number of the oldest rows. Rows with the same time are deleted together. */
    private int delete(Table table, int about, Timestamp before) throws SQLException {
        Layout layout = session.layout(table);
        session.connection().setAutoCommit(true);
        String time = timeOf(table);
        String oldest = "SELECT " + time + " FROM " + table.tableName() + " WHERE " + time
                + (before == null ? " IS NOT NULL" : " < ?") + " ORDER BY " + time;
        Timestamp last = null;
        try (PreparedStatement select = prepareFirst(about, oldest, layout)) {
            if (before != null) {
                select.setTimestamp(1, before);
            }
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    last = rows.getTimestamp(1);
                }
            }
        }
        if (last == null) {
            return 0;
        }
        try (PreparedStatement delete = prepare("DELETE FROM " + table.tableName() + " WHERE " + time + " <= ?")) {
            delete.setTimestamp(1, last);
            int deleted = delete.executeUpdate();
            LOG.debug("Deleted {} rows of {} up to {}", deleted, table.tableName(), last);
            return deleted;
        }
    }
}
