package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.support.TransactionPlan;
import dev.elasticjob.registry.support.TransactionPlan.Before;
import dev.elasticjob.registry.support.TransactionPlan.Change;
import dev.elasticjob.registry.support.TransactionPlan.Condition;
import dev.elasticjob.registry.support.TransactionPlan.Creation;
import dev.elasticjob.registry.support.TransactionPlan.Presence;
import dev.elasticjob.registry.support.TransactionPlan.Update;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * H2 within the process, for development. A commit is a transaction of several statements: client and database stop together, so no lock
 * outlives its owner.
 */
final class H2Dialect extends Dialect {

    private static final Object SCHEMA = new Object();

    @Override
    String schemaFile() {
        return "h2.sql";
    }

    @Override
    boolean isEmbedded() {
        return true;
    }

    @Override
    Duration defaultPollInterval() {
        return Duration.ofMillis(100);
    }

    @Override
    void addTimeouts(Properties properties, Duration connect, Duration network) {
        // There is no network, so there are no timeouts.
    }

    @Override
    void prepare(Connection connection, Duration lockTimeout) throws SQLException {
        super.prepare(connection, lockTimeout);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT " + lockTimeout.toMillis());
            // With the default, a commit is acknowledged up to half a second before it is on disk.
            statement.execute("SET WRITE_DELAY 0");
            if (connection.getMetaData().getURL().startsWith("jdbc:h2:mem:")) {
                // Otherwise the database would be deleted whenever it has no connection, such as during a reconnect.
                statement.execute("SET DB_CLOSE_DELAY -1");
            }
        }
    }

    /** Cancels the statement in progress and closes the connection. The driver's own {@code abort()} has no effect. */
    @Override
    void abort(Connection connection) throws SQLException {
        connection.close();
    }

    @Override
    void checkServer(Connection connection, String server) throws SQLException {
        if (connection.isReadOnly()) {
            throw new RegistryException(
                    server + ": this database is read-only. Make its file writable, or name another");
        }
    }

    @Override
    void exclusively(Connection connection, SqlAction action) throws SQLException {
        synchronized (SCHEMA) {
            action.run();
        }
    }

    /** Transaction that holds the lock of the namespace. */
    private interface Locked<T> {
        T run() throws SQLException;
    }

    private static <T> T locked(Connection connection, int ns, Locked<T> action) throws SQLException {
        connection.setAutoCommit(false);
        try {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT id FROM ej_namespace WHERE id = ? FOR UPDATE")) {
                statement.setInt(1, ns);
                statement.executeQuery().close();
            }
            T result = action.run();
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            try {
                connection.rollback();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        } finally {
            if (!connection.isClosed()) {
                connection.setAutoCommit(true);
            }
        }
    }

    @Override
    boolean hasSchema(Connection connection) throws SQLException {
        return isTrue(
                connection,
                "SELECT COUNT(*) > 0 FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA"
                        + " AND UPPER(table_name) = 'EJ_NAMESPACE'");
    }

    @Override
    CommitReply commit(Connection connection, int ns, CommitCall call) throws SQLException {
        return locked(connection, ns, () -> {
            if (isBehind(connection, ns, call.seen())) {
                return new CommitReply.LostCommits();
            }
            Integer generation = generation(connection, ns, call.session());
            if (generation == null) {
                return new CommitReply.SessionOver();
            }
            if (generation != call.generation()) {
                return new CommitReply.OtherGeneration();
            }
            TransactionPlan plan = call.plan();
            Map<String, Before> before = before(connection, ns, plan.conditions());
            if (plan.isContradictory() || !plan.conditions().stream().allMatch(each -> holds(each, before))) {
                return new CommitReply.ConditionFailed(before);
            }
            return apply(connection, ns, call, before);
        });
    }

    private static boolean holds(Condition condition, Map<String, Before> nodes) {
        Before node = nodes.get(condition.path());
        if (condition.presence() != Presence.EITHER && (node != null) != (condition.presence() == Presence.PRESENT)) {
            return false;
        }
        return node == null
                || (condition.version() == Transaction.ANY_VERSION || condition.version() == node.version())
                        && !(condition.persistent() && node.bound())
                        && !(condition.childless() && node.otherChildren());
    }

    private static Map<String, Before> before(Connection connection, int ns, List<Condition> conditions)
            throws SQLException {
        Map<String, Before> before = new HashMap<>();
        Set<String> touched = new HashSet<>();
        conditions.forEach(condition -> touched.add(condition.path()));
        try (PreparedStatement node = connection.prepareStatement(
                        "SELECT version, owner FROM ej_node WHERE ns = ? AND node_key = ?");
                PreparedStatement children =
                        connection.prepareStatement("SELECT path FROM ej_node WHERE ns = ? AND parent_key = ?")) {
            for (Condition condition : conditions) {
                byte[] key = Keys.of(condition.path());
                boolean others = condition.childless() && hasOthers(children, ns, key, touched);
                node.setInt(1, ns);
                node.setBytes(2, key);
                try (ResultSet row = node.executeQuery()) {
                    if (row.next()) {
                        before.put(condition.path(), new Before(row.getInt(1), row.getLong(2) != 0, others));
                    }
                }
            }
        }
        return before;
    }

    private static boolean hasOthers(PreparedStatement children, int ns, byte[] key, Set<String> touched)
            throws SQLException {
        children.setInt(1, ns);
        children.setBytes(2, key);
        try (ResultSet rows = children.executeQuery()) {
            while (rows.next()) {
                if (!touched.contains(rows.getString(1))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static CommitReply apply(Connection connection, int ns, CommitCall call, Map<String, Before> before)
            throws SQLException {
        TransactionPlan plan = call.plan();
        long number = last(connection, ns) + 1;
        long at = now(connection);
        Map<String, Integer> updated = new HashMap<>();
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM ej_node WHERE ns = ? AND node_key = ?")) {
            for (String path : plan.deletions()) {
                delete.setInt(1, ns);
                delete.setBytes(2, Keys.of(path));
                delete.executeUpdate();
            }
        }
        try (PreparedStatement update = connection.prepareStatement("UPDATE ej_node SET data = ?,"
                + " version = version + ?, modified = ?, modified_at = ? WHERE ns = ? AND node_key = ?")) {
            for (Update each : plan.updates()) {
                update.setBytes(1, each.data());
                update.setInt(2, each.increments());
                update.setLong(3, number);
                update.setLong(4, at);
                update.setInt(5, ns);
                update.setBytes(6, Keys.of(each.path()));
                update.executeUpdate();
                updated.put(each.path(), before.get(each.path()).version() + each.increments());
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO ej_node VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (Creation each : plan.creations()) {
                insert.setInt(1, ns);
                insert.setBytes(2, Keys.of(each.path()));
                insert.setBytes(3, Keys.ofParent(each.path()));
                insert.setString(4, each.path());
                insert.setBytes(5, each.data());
                insert.setInt(6, each.version());
                insert.setLong(7, number);
                insert.setLong(8, number);
                insert.setLong(9, at);
                insert.setLong(10, each.bound() ? call.session() : 0);
                insert.executeUpdate();
            }
        }
        log(connection, ns, number, LogEntries.of(plan.changes()));
        return new CommitReply.Done(number, at, updated);
    }

    private static void log(Connection connection, int ns, long number, List<String> areas) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ej_log VALUES (?, ?, ?, ?)")) {
            for (int area = 0; area < areas.size(); area++) {
                if (!areas.get(area).isEmpty()) {
                    insert.setInt(1, ns);
                    insert.setLong(2, number);
                    insert.setInt(3, area);
                    insert.setString(4, areas.get(area));
                    insert.executeUpdate();
                }
            }
        }
    }

    /** Returns whether the database has lost commits that the client has seen, for example because its file was restored. */
    private static boolean isBehind(Connection connection, int ns, long seen) throws SQLException {
        if (seen <= last(connection, ns)) {
            return false;
        }
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM ej_node WHERE ns = ? AND owner <> 0")) {
            statement.setInt(1, ns);
            statement.executeUpdate();
        }
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM ej_session WHERE ns = ?")) {
            statement.setInt(1, ns);
            statement.executeUpdate();
        }
        log(connection, ns, seen + 1, List.of("~/", "~/"));
        return true;
    }

    private static long last(Connection connection, int ns) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT COALESCE(MAX(commit_number), 0) FROM ej_log WHERE ns = ?")) {
            statement.setInt(1, ns);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static long now(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(3)) * 1000 AS BIGINT)")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Integer generation(Connection connection, int ns, long session) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT generation FROM ej_session WHERE id = ? AND ns = ?")) {
            statement.setLong(1, session);
            statement.setInt(2, ns);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : null;
            }
        }
    }

    /** Reads the child lists first, so that nodes are not older than the lists. */
    @Override
    Snapshot read(Connection connection, int ns, ReadRequest request) throws SQLException {
        Found found = new Found(request);
        collect(
                connection,
                "SELECT n.path",
                "parent_key",
                ns,
                request.childrenPaths(),
                row -> found.addChild(row.getString(1)));
        collect(
                connection,
                "SELECT n.path, n.data, n.version, n.created, n.modified, n.modified_at, n.owner",
                "node_key",
                ns,
                request.nodePaths(),
                row -> found.addNode(row, 1));
        return found.snapshot();
    }

    private interface RowReceiver {
        void accept(ResultSet row) throws SQLException;
    }

    private static void collect(
            Connection connection, String columns, String key, int ns, Collection<String> paths, RowReceiver receiver)
            throws SQLException {
        if (paths.isEmpty()) {
            return;
        }
        try (PreparedStatement statement =
                connection.prepareStatement(columns + " FROM UNNEST(CAST(? AS VARBINARY(255) ARRAY)) AS e (k)"
                        + " JOIN ej_node n ON n.ns = ? AND n." + key + " = e.k")) {
            statement.setObject(1, paths.stream().map(Keys::of).toArray());
            statement.setInt(2, ns);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    receiver.accept(rows);
                }
            }
        }
    }

    @Override
    AttachReply attach(Connection connection, int ns, Collection<Long> sessions, long seen) throws SQLException {
        return locked(connection, ns, () -> {
            boolean behind = isBehind(connection, ns, seen);
            Map<Long, Integer> generations = new HashMap<>();
            try (PreparedStatement statement = connection.prepareStatement(
                    "UPDATE ej_session SET generation = generation + 1, beat = beat + 1 WHERE id = ? AND ns = ?")) {
                for (Long session : sessions) {
                    statement.setLong(1, session);
                    statement.setInt(2, ns);
                    if (statement.executeUpdate() == 1) {
                        generations.put(session, generation(connection, ns, session));
                    }
                }
            }
            return new AttachReply(behind, last(connection, ns), generations);
        });
    }

    @Override
    boolean end(Connection connection, int ns, long session, long beat) throws SQLException {
        return locked(connection, ns, () -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "DELETE FROM ej_session WHERE id = ? AND ns = ? AND (? < 0 OR beat = ?)")) {
                statement.setLong(1, session);
                statement.setInt(2, ns);
                statement.setLong(3, beat);
                statement.setLong(4, beat);
                if (statement.executeUpdate() == 0) {
                    return false;
                }
            }
            List<Change> changes = new ArrayList<>();
            bound(connection, ns, session).forEach(path -> changes.add(new Change(path, true)));
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM ej_node WHERE ns = ? AND owner = ?")) {
                statement.setInt(1, ns);
                statement.setLong(2, session);
                statement.executeUpdate();
            }
            List<String> areas = LogEntries.of(changes);
            String ended = LogEntries.SESSION_ENDED + Long.toString(session);
            String first = areas.get(0).isEmpty() ? ended : ended + "\n" + areas.get(0);
            log(connection, ns, last(connection, ns) + 1, List.of(first, areas.get(1)));
            return true;
        });
    }
}
