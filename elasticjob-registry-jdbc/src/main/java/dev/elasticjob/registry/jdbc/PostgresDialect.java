package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.support.TransactionPlan;
import dev.elasticjob.registry.support.TransactionPlan.Before;
import dev.elasticjob.registry.support.TransactionPlan.Condition;
import dev.elasticjob.registry.support.TransactionPlan.Creation;
import dev.elasticjob.registry.support.TransactionPlan.Update;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.postgresql.PGConnection;

/** PostgreSQL 14 and newer: a commit is one function. Notifications accelerate the polling of the log. */
final class PostgresDialect extends Dialect {

    private static final int OLDEST = 14;
    private static final long SCHEMA_LOCK = 7_293_046_148_213_001L;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private int lockTimeoutMillis = 5_000;
    /** The listening connection and its channel. Used by one thread. */
    private Connection listening;

    private boolean listeningToSharding;

    @Override
    String schemaFile() {
        return "postgresql.sql";
    }

    @Override
    Duration defaultPollInterval() {
        return LONGEST_WAIT;
    }

    @Override
    void addTimeouts(Properties properties, Duration connect, Duration network) {
        properties.setProperty("connectTimeout", seconds(connect));
        properties.setProperty("loginTimeout", seconds(connect));
        properties.setProperty("socketTimeout", seconds(network));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("ApplicationName", "elasticjob-registry");
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.toSeconds()));
    }

    @Override
    void prepare(Connection connection, Duration lockTimeout) throws SQLException {
        super.prepare(connection, lockTimeout);
        lockTimeoutMillis = (int) lockTimeout.toMillis();
    }

    @Override
    void checkServer(Connection connection, String server) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < OLDEST) {
            throw new RegistryException(
                    server + ": PostgreSQL " + version + " is too old; " + OLDEST + " or newer is needed");
        }
        if (isTrue(connection, "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")) {
            throw new RegistryException(server + ": this server is read-only, such as a standby is. Name the primary in"
                    + " the address, or several servers with targetServerType=primary");
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    void exclusively(Connection connection, SqlAction action) throws SQLException {
        connection.setAutoCommit(false);
        try {
            text(connection, "SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
            action.run();
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    boolean hasSchema(Connection connection) throws SQLException {
        // Not to_regclass(), which within a transaction may repeat its answer from before another client created the
        // table.
        return isTrue(
                connection,
                "SELECT EXISTS (SELECT 1 FROM pg_class c WHERE c.relname = 'ej_namespace'"
                        + " AND pg_table_is_visible(c.oid))");
    }

    @Override
    CommitReply commit(Connection connection, int ns, CommitCall call) throws SQLException {
        TransactionPlan plan = call.plan();
        List<Condition> conditions = plan.conditions();
        List<Update> updates = plan.isContradictory() ? List.of() : plan.updates();
        List<Creation> creations = plan.isContradictory() ? List.of() : plan.creations();
        List<String> deletions = plan.isContradictory() ? List.of() : plan.deletions();
        List<String> log = LogEntries.of(plan.changes());
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT * FROM ej_commit(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            statement.setInt(1, ns);
            statement.setLong(2, call.session());
            statement.setInt(3, call.generation());
            statement.setLong(4, call.seen());
            statement.setInt(5, lockTimeoutMillis);
            statement.setBoolean(6, plan.isContradictory());
            bytes(statement, 7, conditions, condition -> Keys.of(condition.path()));
            array(statement, 8, "int4", conditions, Flags::of);
            array(statement, 9, "int4", conditions, Condition::version);
            bytes(statement, 10, deletions, Keys::of);
            bytes(statement, 11, updates, update -> Keys.of(update.path()));
            array(statement, 12, "int4", updates, Update::increments);
            bytes(statement, 13, updates, Update::data);
            bytes(statement, 14, creations, creation -> Keys.of(creation.path()));
            bytes(statement, 15, creations, creation -> Keys.ofParent(creation.path()));
            array(statement, 16, "text", creations, Creation::path);
            array(statement, 17, "int4", creations, Creation::version);
            array(statement, 18, "int8", creations, creation -> creation.bound() ? call.session() : 0L);
            bytes(statement, 19, creations, Creation::data);
            statement.setString(20, log.get(0));
            statement.setString(21, log.get(1));
            try (ResultSet rows = statement.executeQuery()) {
                return reply(rows, conditions, updates);
            }
        }
    }

    private static CommitReply reply(ResultSet rows, List<Condition> conditions, List<Update> updates)
            throws SQLException {
        Map<String, Integer> updated = new HashMap<>();
        Map<String, Before> before = new HashMap<>();
        long number = 0;
        long at = 0;
        int outcome = -1;
        while (rows.next()) {
            outcome = rows.getInt(1);
            int index = rows.getInt(4) - 1;
            int version = rows.getInt(5);
            boolean isThere = !rows.wasNull();
            if (outcome == 0) {
                number = rows.getLong(2);
                at = rows.getLong(3);
                if (isThere) {
                    updated.put(updates.get(index).path(), version);
                }
            } else if (outcome == 1 && isThere) {
                before.put(conditions.get(index).path(), new Before(version, rows.getBoolean(6), rows.getBoolean(7)));
            }
        }
        return switch (outcome) {
            case 0 -> new CommitReply.Done(number, at, updated);
            case 1 -> new CommitReply.ConditionFailed(before);
            case 2 -> new CommitReply.SessionOver();
            case 3 -> new CommitReply.OtherGeneration();
            case 4 -> new CommitReply.LostCommits();
            default -> throw new SQLException("ej_commit returned no outcome");
        };
    }

    private static <T> void bytes(PreparedStatement statement, int index, List<T> values, Function<T, byte[]> part)
            throws SQLException {
        statement.setArray(
                index,
                statement
                        .getConnection()
                        .createArrayOf("bytea", values.stream().map(part).toArray(byte[][]::new)));
    }

    private static <T> void array(
            PreparedStatement statement, int index, String type, List<T> values, Function<T, Object> part)
            throws SQLException {
        statement.setArray(
                index,
                statement
                        .getConnection()
                        .createArrayOf(type, values.stream().map(part).toArray()));
    }

    @Override
    Snapshot read(Connection connection, int ns, ReadRequest request) throws SQLException {
        Found found = new Found(request);
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT 0, n.path, n.data, n.version, n.created, n.modified, n.modified_at, n.owner"
                        + " FROM unnest(?) AS e (k) JOIN ej_node n ON n.ns = ? AND n.node_key = e.k"
                        + " UNION ALL SELECT 1, n.path, NULL, 0, 0, 0, 0, 0"
                        + " FROM unnest(?) AS e (k) JOIN ej_node n ON n.ns = ? AND n.parent_key = e.k")) {
            bytes(statement, 1, List.copyOf(request.nodePaths()), Keys::of);
            statement.setInt(2, ns);
            bytes(statement, 3, List.copyOf(request.childrenPaths()), Keys::of);
            statement.setInt(4, ns);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (rows.getInt(1) == 0) {
                        found.addNode(rows, 2);
                    } else {
                        found.addChild(rows.getString(2));
                    }
                }
            }
        }
        return found.snapshot();
    }

    @Override
    AttachReply attach(Connection connection, int ns, Collection<Long> sessions, long seen) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM ej_attach(?, ?, ?, ?)")) {
            statement.setInt(1, ns);
            statement.setArray(2, connection.createArrayOf("int8", sessions.toArray()));
            statement.setLong(3, seen);
            statement.setInt(4, lockTimeoutMillis);
            try (ResultSet rows = statement.executeQuery()) {
                Map<Long, Integer> generations = new HashMap<>();
                boolean behind = false;
                long last = 0;
                while (rows.next()) {
                    behind = rows.getBoolean(1);
                    last = rows.getLong(2);
                    long session = rows.getLong(3);
                    if (!rows.wasNull()) {
                        generations.put(session, rows.getInt(4));
                    }
                }
                return new AttachReply(behind, last, generations);
            }
        }
    }

    @Override
    boolean end(Connection connection, int ns, long session, long beat) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ej_end(?, ?, ?, ?)")) {
            statement.setInt(1, ns);
            statement.setLong(2, session);
            statement.setLong(3, beat);
            statement.setInt(4, lockTimeoutMillis);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    /** Notifies after the commit: within the commit, a notification would take a lock of the whole server. */
    @Override
    void notifyOthers(Connection connection, int ns, boolean sharding) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT pg_notify('ej_' || 'ej_node'::regclass::oid || '_' || ? || '_' || ?, '')")) {
            statement.setInt(1, ns);
            statement.setInt(2, sharding ? 1 : 0);
            statement.execute();
        }
    }

    @Override
    boolean awaitNotification(Connection connection, int ns, boolean sharding, Duration longest) throws SQLException {
        if (listening != connection) {
            listen(connection, "LISTEN", ns, 0);
            listening = connection;
            listeningToSharding = false;
        }
        if (sharding != listeningToSharding) {
            listen(connection, sharding ? "LISTEN" : "UNLISTEN", ns, 1);
            listeningToSharding = sharding;
        }
        long millis = Math.max(1, Math.min(longest.toMillis(), LONGEST_WAIT.toMillis()));
        connection.unwrap(PGConnection.class).getNotifications((int) millis);
        return true;
    }

    private static void listen(Connection connection, String command, int ns, int area) throws SQLException {
        String oid = text(connection, "SELECT 'ej_node'::regclass::oid");
        try (Statement statement = connection.createStatement()) {
            statement.execute(command + " \"ej_" + oid + "_" + ns + "_" + area + "\"");
        }
    }
}
