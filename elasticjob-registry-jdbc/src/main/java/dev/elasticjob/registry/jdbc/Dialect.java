package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** Statements for one kind of database. Exceptions of the driver are thrown unchanged; {@link SqlErrors} interprets them. */
abstract class Dialect {

    /** Returns the name of the file with the DDL, in the package of this class. */
    abstract String schemaFile();

    /** Returns whether {@link InitializeSchema#EMBEDDED} applies to this database. */
    boolean isEmbedded() {
        return false;
    }

    abstract Duration defaultPollInterval();

    /** Adds the timeouts to the driver's properties, unless the address contains them. */
    abstract void addTimeouts(Properties properties, Duration connect, Duration network);

    /** Closes a connection without waiting for a statement in progress, as {@link Connection#close()} may do. */
    void abort(Connection connection) throws SQLException {
        connection.abort(Runnable::run);
    }

    /**
     * Prepares a new connection.
     *
     * @param lockTimeout longest wait for a lock, which ends with an error that names the reason before the network timeout does
     */
    void prepare(Connection connection, Duration lockTimeout) throws SQLException {
        connection.setAutoCommit(true);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }

    /**
     * Checks the version and the settings of the server.
     *
     * @throws RegistryException if the server cannot provide the guarantees
     */
    abstract void checkServer(Connection connection, String server) throws SQLException;

    /** Runs the creation of the schema while no other client does the same. */
    abstract void exclusively(Connection connection, SqlAction action) throws SQLException;

    /** Returns whether the tables exist in the schema of this connection. */
    abstract boolean hasSchema(Connection connection) throws SQLException;

    static boolean isTrue(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    abstract CommitReply commit(Connection connection, int ns, CommitCall call) throws SQLException;

    abstract Snapshot read(Connection connection, int ns, ReadRequest request) throws SQLException;

    abstract AttachReply attach(Connection connection, int ns, Collection<Long> sessions, long seen)
            throws SQLException;

    /**
     * Ends a session and deletes the nodes bound to it.
     *
     * @param beat expected heartbeat counter, without which the session is not ended; -1 for any
     * @return whether the session was ended
     */
    abstract boolean end(Connection connection, int ns, long session, long beat) throws SQLException;

    /** Notifies other processes of a change if the database supports notifications. */
    void notifyOthers(Connection connection, int ns, boolean sharding) throws SQLException {}

    /** Waits for a notification if the database supports them; otherwise returns false immediately. */
    boolean awaitNotification(Connection connection, int ns, boolean sharding, Duration longest) throws SQLException {
        return false;
    }

    /** Action that may throw {@link SQLException}. */
    interface SqlAction {
        void run() throws SQLException;
    }

    void open(Connection connection, int ns, long session, long timeoutMillis) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO ej_session (id, ns, timeout_ms, beat, generation, opened)"
                        + " SELECT ?, n.id, ?, 0, 0,"
                        + " COALESCE((SELECT MAX(l.commit_number) FROM ej_log l WHERE l.ns = n.id), 0)"
                        + " FROM ej_namespace n WHERE n.id = ?")) {
            statement.setLong(1, session);
            statement.setLong(2, timeoutMillis);
            statement.setInt(3, ns);
            if (statement.executeUpdate() != 1) {
                throw new SQLException("The namespace was deleted from ej_namespace", "02000");
            }
        }
    }

    /** Increments the heartbeat counters of sessions and returns the existing sessions. Locks only their rows. */
    Set<Long> beat(Connection connection, Collection<Long> sessions) throws SQLException {
        String list = String.join(", ", Collections.nCopies(sessions.size(), "?"));
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE ej_session SET beat = beat + 1 WHERE id IN (" + list + ")")) {
            bind(statement, sessions);
            statement.executeUpdate();
        }
        Set<Long> found = new HashSet<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT id FROM ej_session WHERE id IN (" + list + ")")) {
            bind(statement, sessions);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
            }
        }
        return found;
    }

    private static void bind(PreparedStatement statement, Collection<Long> values) throws SQLException {
        int index = 1;
        for (Long value : values) {
            statement.setLong(index++, value);
        }
    }

    /** Returns all sessions of the namespace, the oldest first. */
    List<SessionRow> sessions(Connection connection, int ns) throws SQLException {
        List<SessionRow> sessions = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT id, timeout_ms, beat FROM ej_session WHERE ns = ? ORDER BY opened, id")) {
            statement.setInt(1, ns);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sessions.add(new SessionRow(rows.getLong(1), rows.getLong(2), rows.getLong(3)));
                }
            }
        }
        return sessions;
    }

    /** Reads the log after {@code after}; entries of the sharding area only after {@code afterSharding}, if {@code sharding} is set. */
    Poll poll(Connection connection, int ns, long after, boolean sharding, long afterSharding) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT n.trimmed, (SELECT MAX(m.commit_number) FROM ej_log m WHERE m.ns = n.id), l.paths,"
                        + " l.commit_number FROM ej_namespace n LEFT JOIN ej_log l ON l.ns = n.id AND l.commit_number > ?"
                        + " AND (l.area = 0 AND l.commit_number > ? OR l.area = 1 AND l.commit_number > ?)"
                        + " WHERE n.id = ? ORDER BY l.commit_number, l.area")) {
            statement.setLong(1, sharding ? Math.min(after, afterSharding) : after);
            statement.setLong(2, after);
            statement.setLong(3, sharding ? afterSharding : Long.MAX_VALUE);
            statement.setInt(4, ns);
            try (ResultSet rows = statement.executeQuery()) {
                List<Poll.Entry> entries = new ArrayList<>();
                long trimmed = 0;
                long last = 0;
                while (rows.next()) {
                    trimmed = rows.getLong(1);
                    last = rows.getLong(2);
                    String paths = rows.getString(3);
                    if (paths != null) {
                        entries.add(new Poll.Entry(rows.getLong(4), List.of(paths.split("\n"))));
                    }
                }
                return new Poll(trimmed, last, entries);
            }
        }
    }

    /** Returns the paths of the nodes bound to a session. */
    List<String> bound(Connection connection, int ns, long session) throws SQLException {
        List<String> paths = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT path FROM ej_node WHERE ns = ? AND owner = ?")) {
            statement.setInt(1, ns);
            statement.setLong(2, session);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    paths.add(rows.getString(1));
                }
            }
        }
        return paths;
    }

    /** Deletes the log up to a number. The trimmed number is published first, so a failure between the statements does no harm. */
    void trim(Connection connection, int ns, long upTo) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE ej_namespace SET trimmed = ? WHERE id = ? AND trimmed < ?")) {
            statement.setLong(1, upTo);
            statement.setInt(2, ns);
            statement.setLong(3, upTo);
            statement.executeUpdate();
        }
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM ej_log WHERE ns = ? AND commit_number <= ?")) {
            statement.setInt(1, ns);
            statement.setLong(2, upTo);
            statement.executeUpdate();
        }
    }

    /** Collects the result of a read from rows. */
    static final class Found {

        private final Map<String, Node> nodes = new HashMap<>();
        private final Map<String, List<String>> children = new HashMap<>();

        Found(ReadRequest request) {
            request.childrenPaths().forEach(path -> children.put(path, new ArrayList<>()));
        }

        /** Adds a node. The columns are path, data, version, created, modified, modified_at and owner. */
        void addNode(ResultSet row, int first) throws SQLException {
            String path = row.getString(first);
            nodes.put(
                    path,
                    new Node(
                            path,
                            row.getBytes(first + 1),
                            row.getInt(first + 2),
                            row.getLong(first + 3),
                            row.getLong(first + 4),
                            Instant.ofEpochMilli(row.getLong(first + 5)),
                            row.getLong(first + 6)));
        }

        void addChild(String path) {
            int slash = path.lastIndexOf('/');
            children.get(slash == 0 ? "/" : path.substring(0, slash)).add(path.substring(slash + 1));
        }

        Snapshot snapshot() {
            children.values().forEach(Collections::sort);
            return new Snapshot(nodes, children);
        }
    }
}
