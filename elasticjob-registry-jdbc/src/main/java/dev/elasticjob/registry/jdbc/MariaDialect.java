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
import java.util.Set;
import java.util.stream.Collectors;

/** MariaDB 10.6 and MySQL 8 and newer, with either driver: a commit is one procedure that takes JSON. */
final class MariaDialect extends Dialect {

    /** Flag of a condition, in addition to {@link Flags}. */
    private static final int CHILD_OF_CHILDLESS = 16;

    @Override
    String schemaFile() {
        return "mariadb.sql";
    }

    @Override
    Duration defaultPollInterval() {
        return Duration.ofMillis(500);
    }

    @Override
    void addTimeouts(Properties properties, Duration connect, Duration network) {
        properties.setProperty("connectTimeout", Long.toString(connect.toMillis()));
        properties.setProperty("socketTimeout", Long.toString(network.toMillis()));
        properties.setProperty("tcpKeepAlive", "true");
    }

    @Override
    void prepare(Connection connection, Duration lockTimeout) throws SQLException {
        super.prepare(connection, lockTimeout);
        long seconds = Math.max(1, lockTimeout.toSeconds());
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION innodb_lock_wait_timeout = " + seconds);
        }
    }

    @Override
    void checkServer(Connection connection, String server) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT @@version, @@global.read_only, @@global.innodb_flush_log_at_trx_commit,"
                                + " @@session.transaction_read_only")) {
            row.next();
            String version = row.getString(1);
            if (!isNewEnough(version)) {
                throw new RegistryException(
                        server + ": version " + version + " is too old; MariaDB 10.6 or MySQL 8.0 or newer is needed");
            }
            if (!row.getString(2).matches("0|OFF") || row.getInt(4) != 0) {
                throw new RegistryException(
                        server
                                + ": this server is read-only (read_only or transaction_read_only). Name the primary in the address");
            }
            if (row.getInt(3) != 1) {
                throw new RegistryException(server + ": innodb_flush_log_at_trx_commit is " + row.getInt(3)
                        + ", so a crash would lose acknowledged commits. Set it to 1");
            }
        }
    }

    private static boolean isNewEnough(String version) {
        String[] parts = version.split("[.-]");
        int major = Integer.parseInt(parts[0]);
        int minor = Integer.parseInt(parts[1]);
        return version.contains("MariaDB") ? major > 10 || major == 10 && minor >= 6 : major >= 8;
    }

    @Override
    void exclusively(Connection connection, SqlAction action) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT GET_LOCK(CONCAT('ej_schema_', DATABASE()), 30)")) {
                row.next();
                if (row.getInt(1) != 1) {
                    throw new SQLException("Another client is creating the schema, for more than 30 s", "HY000", 1205);
                }
            }
            try {
                action.run();
            } finally {
                statement.execute("DO RELEASE_LOCK(CONCAT('ej_schema_', DATABASE()))");
            }
        }
    }

    @Override
    boolean hasSchema(Connection connection) throws SQLException {
        return isTrue(
                connection,
                "SELECT COUNT(*) > 0 FROM information_schema.tables WHERE table_schema = DATABASE()"
                        + " AND table_name = 'ej_namespace'");
    }

    @Override
    CommitReply commit(Connection connection, int ns, CommitCall call) throws SQLException {
        TransactionPlan plan = call.plan();
        List<Condition> conditions = plan.conditions();
        List<Update> updates = plan.isContradictory() ? List.of() : plan.updates();
        List<String> log = LogEntries.of(plan.changes());
        try (PreparedStatement statement = connection.prepareStatement("CALL ej_commit(?, ?, ?, ?, ?, ?, ?, ?)")) {
            statement.setInt(1, ns);
            statement.setLong(2, call.session());
            statement.setInt(3, call.generation());
            statement.setLong(4, call.seen());
            statement.setInt(5, plan.isContradictory() ? 1 : 0);
            statement.setString(6, json(call, conditions, updates));
            statement.setString(7, log.get(0));
            statement.setString(8, log.get(1));
            statement.execute();
            CommitReply reply = reply(statement, conditions, updates);
            drain(statement);
            return reply;
        }
    }

    /** Reads all results. Errors after the result, such as one of the rollback, are thrown here. */
    private static void drain(PreparedStatement statement) throws SQLException {
        while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
            // Statements return no other results.
        }
    }

    private static String json(CommitCall call, List<Condition> conditions, List<Update> updates) {
        TransactionPlan plan = call.plan();
        List<Creation> creations = plan.isContradictory() ? List.of() : plan.creations();
        List<String> deletions = plan.isContradictory() ? List.of() : plan.deletions();
        Set<String> childless = conditions.stream()
                .filter(Condition::childless)
                .map(Condition::path)
                .collect(Collectors.toSet());
        JsonText json = new JsonText();
        json.list(
                "c",
                conditions,
                condition -> json.key("k", Keys.of(condition.path()))
                        .number(
                                "f",
                                Flags.of(condition)
                                        | (childless.contains(parent(condition.path())) ? CHILD_OF_CHILDLESS : 0))
                        .number("v", condition.version()));
        json.keys("d", deletions.stream().map(Keys::of).toList());
        json.list(
                "s",
                updates,
                update -> json.key("k", Keys.of(update.path()))
                        .number("v", update.increments())
                        .data("d", update.data()));
        json.list(
                "n",
                creations,
                creation -> json.key("k", Keys.of(creation.path()))
                        .key("p", Keys.ofParent(creation.path()))
                        .text("t", creation.path())
                        .number("v", creation.version())
                        .number("o", creation.bound() ? call.session() : 0)
                        .data("d", creation.data()));
        return json.end();
    }

    private static CommitReply reply(PreparedStatement statement, List<Condition> conditions, List<Update> updates)
            throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            if (!rows.next()) {
                throw new SQLException("ej_commit returned no outcome");
            }
            return switch (rows.getInt(1)) {
                case 0 -> done(rows, updates);
                case 1 -> new CommitReply.ConditionFailed(before(rows, conditions));
                case 2 -> new CommitReply.SessionOver();
                case 3 -> new CommitReply.OtherGeneration();
                default -> new CommitReply.LostCommits();
            };
        }
    }

    private static CommitReply done(ResultSet row, List<Update> updates) throws SQLException {
        Map<String, Integer> updated = new HashMap<>();
        String[] versions = row.getString(5).split(",");
        for (int i = 0; i < updates.size(); i++) {
            updated.put(updates.get(i).path(), Integer.parseInt(versions[i]));
        }
        return new CommitReply.Done(row.getLong(2), row.getLong(3), updated);
    }

    /** Reads the state of the nodes. The server returns how many children a node has; those with a condition do not count. */
    private static Map<String, Before> before(ResultSet rows, List<Condition> conditions) throws SQLException {
        Map<String, Before> before = new HashMap<>();
        Map<String, Integer> otherChildren = new HashMap<>();
        do {
            String path = conditions.get(rows.getInt(4) - 1).path();
            otherChildren.merge(path, rows.getInt(7), Integer::sum);
            int version = rows.getInt(5);
            if (!rows.wasNull()) {
                before.put(path, new Before(version, rows.getInt(6) != 0, false));
                otherChildren.merge(parent(path), -1, Integer::sum);
            }
        } while (rows.next());
        before.replaceAll(
                (path, node) -> new Before(node.version(), node.bound(), otherChildren.getOrDefault(path, 0) > 0));
        return before;
    }

    /** Returns the parent, or an empty string for the root. */
    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash > 0 ? path.substring(0, slash) : path.length() > 1 ? "/" : "";
    }

    @Override
    Snapshot read(Connection connection, int ns, ReadRequest request) throws SQLException {
        Found found = new Found(request);
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT 0, n.path, n.data, n.version, n.created, n.modified, n.modified_at, n.owner"
                        + " FROM JSON_TABLE(?, '$.k[*]' COLUMNS (k VARCHAR(512) PATH '$')) e"
                        + " STRAIGHT_JOIN ej_node n FORCE INDEX (PRIMARY) ON n.ns = ? AND n.node_key = UNHEX(e.k)"
                        + " UNION ALL SELECT 1, n.path, NULL, 0, 0, 0, 0, 0"
                        + " FROM JSON_TABLE(?, '$.k[*]' COLUMNS (k VARCHAR(512) PATH '$')) e"
                        + " STRAIGHT_JOIN ej_node n FORCE INDEX (ej_node_parent) ON n.ns = ? AND n.parent_key = UNHEX(e.k)")) {
            statement.setString(1, keys(request.nodePaths()));
            statement.setInt(2, ns);
            statement.setString(3, keys(request.childrenPaths()));
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

    private static String keys(Collection<String> paths) {
        JsonText json = new JsonText();
        json.keys("k", paths.stream().map(Keys::of).toList());
        return json.end();
    }

    @Override
    AttachReply attach(Connection connection, int ns, Collection<Long> sessions, long seen) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("CALL ej_attach(?, ?, ?)")) {
            statement.setInt(1, ns);
            statement.setString(2, sessions.toString());
            statement.setLong(3, seen);
            statement.execute();
            Map<Long, Integer> generations = new HashMap<>();
            boolean behind = false;
            long last = 0;
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    behind = rows.getInt(1) != 0;
                    last = rows.getLong(2);
                    long session = rows.getLong(3);
                    if (!rows.wasNull()) {
                        generations.put(session, rows.getInt(4));
                    }
                }
            }
            drain(statement);
            return new AttachReply(behind, last, generations);
        }
    }

    @Override
    boolean end(Connection connection, int ns, long session, long beat) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("CALL ej_end(?, ?, ?)")) {
            statement.setInt(1, ns);
            statement.setLong(2, session);
            statement.setLong(3, beat);
            statement.execute();
            boolean ended;
            try (ResultSet row = statement.getResultSet()) {
                row.next();
                ended = row.getInt(1) != 0;
            }
            drain(statement);
            return ended;
        }
    }
}
