package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.rdb.schema.FailureKind;
import dev.elasticjob.tracing.rdb.schema.Layout;
import dev.elasticjob.tracing.rdb.schema.RowStatement;
import dev.elasticjob.tracing.rdb.schema.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes batches. A batch is first written in one transaction. If the database rejects it because of a value, or if the outcome of the
 * commit is unknown, the batch is written row by row: existing rows are recognised by their ids, and one invalid row does not affect the
 * others.
 */
final class HistoryStore {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryStore.class);

    private final Session session;
    private final String hostname;

    HistoryStore(Session session, String hostname) {
        this.session = session;
        this.hostname = hostname;
    }

    // ---- whole batches ----

    /**
     * Writes a batch in one transaction.
     *
     * @throws UnknownOutcomeException if the outcome of the commit is unknown
     */
    void write(Batch batch) throws SQLException {
        Layout executions = session.layout(Table.EXECUTIONS);
        Layout states = session.layout(Table.STATES);
        session.advise();
        Connection connection = session.connection();
        connection.setAutoCommit(false);
        List<ExecutionRow> begin = new ArrayList<>();
        List<ExecutionRow> end = new ArrayList<>();
        for (ExecutionRow row : batch.executions()) {
            (row.begins ? begin : end).add(row);
        }
        begin.addAll(endAll(connection, executions, end));
        insertAll(connection, executions, begin);
        closeLost(connection, executions, batch.lost());
        insertStates(connection, states, batch.states());
        try {
            connection.commit();
        } catch (SQLException unknown) {
            throw new UnknownOutcomeException(unknown);
        }
    }

    /** Unknown outcome of a commit that was not acknowledged. */
    static final class UnknownOutcomeException extends SQLException {
        private static final long serialVersionUID = 1;

        UnknownOutcomeException(SQLException cause) {
            super("It is not known whether the commit has arrived", cause.getSQLState(), cause);
        }
    }

    private RowStatement.Values values(ExecutionRow row) {
        return column -> row.value(column, hostname);
    }

    private static RowStatement endLost(Layout layout) {
        return layout.end().where("complete_time IS NULL");
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(session.timeoutSeconds());
        return statement;
    }

    /**
     * Writes the ends of runs.
     *
     * @return the rows that do not exist because their start was dropped
     */
    private List<ExecutionRow> endAll(Connection connection, Layout layout, List<ExecutionRow> rows)
            throws SQLException {
        List<ExecutionRow> missing = new ArrayList<>();
        if (rows.isEmpty()) {
            return missing;
        }
        RowStatement end = layout.end();
        try (PreparedStatement update = prepare(connection, end.sql())) {
            for (ExecutionRow row : rows) {
                end.bind(update, values(row), UnaryOperator.identity());
                update.addBatch();
            }
            int[] counts = update.executeBatch();
            for (int i = 0; i < counts.length; i++) {
                boolean found = counts[i] > 0 || counts[i] < 0 && exists(connection, layout.table(), rows.get(i).id);
                if (!found) {
                    missing.add(rows.get(i));
                }
            }
        }
        return missing;
    }

    private void insertAll(Connection connection, Layout layout, List<ExecutionRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        RowStatement row = layout.insert();
        try (PreparedStatement insert = prepare(connection, row.sql())) {
            for (ExecutionRow each : rows) {
                row.bind(insert, values(each), UnaryOperator.identity());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private void closeLost(Connection connection, Layout layout, List<Batch.Lost> lost) throws SQLException {
        if (lost.isEmpty()) {
            return;
        }
        RowStatement end = endLost(layout);
        try (PreparedStatement update = prepare(connection, end.sql())) {
            for (Batch.Lost each : lost) {
                end.bind(update, each::value, UnaryOperator.identity());
                update.addBatch();
            }
            update.executeBatch();
        }
    }

    private void insertStates(Connection connection, Layout layout, List<StateRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        RowStatement row = layout.insert();
        try (PreparedStatement insert = prepare(connection, row.sql())) {
            for (StateRow each : rows) {
                row.bind(insert, each::value, UnaryOperator.identity());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    // ---- row by row ----

    /**
     * Writes each row in its own transaction. Rows that the database permanently rejects are skipped.
     *
     * @param left receives the skipped rows
     * @throws SQLException if the database is not available
     */
    void writeOneByOne(Batch batch, Refused left) throws SQLException {
        Layout executions = session.layout(Table.EXECUTIONS);
        Layout states = session.layout(Table.STATES);
        Connection connection = session.connection();
        connection.setAutoCommit(true);
        for (ExecutionRow row : batch.executions()) {
            if (row.events > 0 && !tried(connection, row.jobName, text -> write(connection, executions, row, text))) {
                left.count(row.events, row.end == null ? 0 : 1);
                // A further attempt, made if a later row needs one, must not count this row again.
                row.events = 0;
            }
        }
        RowStatement end = endLost(executions);
        for (Batch.Lost each : batch.lost()) {
            try (PreparedStatement update = prepare(connection, end.sql())) {
                end.bind(update, each::value, UnaryOperator.identity());
                update.executeUpdate();
            }
        }
        for (StateRow row : List.copyOf(batch.states())) {
            if (!tried(connection, row.event().jobName(), text -> write(connection, states, row, text))) {
                left.count(1, 0);
                batch.states().remove(row);
            }
        }
    }

    /** Receives skipped rows. */
    interface Refused {
        void count(int events, int ends);
    }

    private interface Attempt {
        void with(UnaryOperator<String> texts) throws SQLException;
    }

    /** Tries to write the text unchanged, then in ASCII: the character set of an old table may not support other characters. */
    private boolean tried(Connection connection, String jobName, Attempt attempt) throws SQLException {
        SQLException refusal = null;
        for (UnaryOperator<String> texts : List.<UnaryOperator<String>>of(text -> text, HistoryStore::plain)) {
            try {
                attempt.with(texts);
                return true;
            } catch (SQLException refused) {
                if (FailureKind.of(refused, connection) != FailureKind.DATA) {
                    throw refused;
                }
                refusal = refused;
            }
        }
        LOG.warn("Job '{}': the database does not take a row of its history; it is dropped", jobName, refusal);
        return false;
    }

    private static String plain(String text) {
        return text == null ? null : text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\x7E]", "?");
    }

    private void write(Connection connection, Layout layout, ExecutionRow row, UnaryOperator<String> texts)
            throws SQLException {
        if (row.end != null) {
            RowStatement end = layout.end();
            try (PreparedStatement update = prepare(connection, end.sql())) {
                end.bind(update, values(row), texts);
                if (update.executeUpdate() != 0) {
                    return;
                }
            }
        }
        if (exists(connection, layout.table(), row.id)) {
            return;
        }
        RowStatement statement = layout.insert();
        try (PreparedStatement insert = prepare(connection, statement.sql())) {
            statement.bind(insert, values(row), texts);
            insert.executeUpdate();
        }
    }

    private void write(Connection connection, Layout layout, StateRow row, UnaryOperator<String> texts)
            throws SQLException {
        if (exists(connection, layout, row)) {
            return;
        }
        RowStatement statement = layout.insert();
        try (PreparedStatement insert = prepare(connection, statement.sql())) {
            statement.bind(insert, row::value, texts);
            insert.executeUpdate();
        }
    }

    private boolean exists(Connection connection, Table table, String id) throws SQLException {
        try (PreparedStatement select = prepare(connection, "SELECT id FROM " + table.tableName() + " WHERE id = ?")) {
            select.setString(1, id);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    /**
     * Returns whether the row exists. The query includes the task, because the id has no index in tables that ElasticJob created on
     * MySQL.
     */
    private boolean exists(Connection connection, Layout layout, StateRow row) throws SQLException {
        try (PreparedStatement select =
                prepare(connection, "SELECT id FROM " + layout.table().tableName() + " WHERE task_id = ? AND id = ?")) {
            select.setString(1, layout.fit("task_id", row.event().task().taskId()));
            select.setString(2, row.id());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }
}
