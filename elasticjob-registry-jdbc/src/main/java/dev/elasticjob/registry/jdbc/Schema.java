package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.RegistryException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalInt;
import java.util.Set;

/** Creates the tables if that is allowed, checks their version, and finds or creates the namespace. */
final class Schema {

    static final int VERSION = 1;

    private final Connection connection;
    private final Dialect dialect;
    private final String server;

    Schema(Connection connection, Dialect dialect, String server) {
        this.connection = connection;
        this.dialect = dialect;
        this.server = server;
    }

    /** Returns the DDL of the tables as a readable script; {@link #statements} returns the single statements. */
    static String ddl(Dialect dialect) {
        try (InputStream file = Schema.class.getResourceAsStream(dialect.schemaFile())) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] statements(Dialect dialect) {
        return ddl(dialect).split("(?m)^-- ;;\\R");
    }

    /**
     * Checks the schema, and creates it if that is allowed.
     *
     * @throws RegistryException if there is no schema and it may not be created, or if it has another version
     */
    void prepare(InitializeSchema initialize) throws SQLException {
        boolean mayCreate = initialize == InitializeSchema.ALWAYS
                || initialize == InitializeSchema.EMBEDDED && dialect.isEmbedded();
        if (mayCreate) {
            if (!dialect.hasSchema(connection) || !hasVersion()) {
                // Waits until another client that is creating the schema has finished.
                dialect.exclusively(connection, () -> {
                    if (!dialect.hasSchema(connection)) {
                        create();
                    }
                });
            }
        } else if (!dialect.hasSchema(connection)) {
            throw new RegistryException(server + ": the registry's tables do not exist, and initializeSchema is "
                    + initialize + ". Set it to ALWAYS, or let an administrator run these statements:\n"
                    + ddl(dialect));
        }
        checkVersion();
    }

    /**
     * Creates the tables. MariaDB commits every DDL statement; the row with the version is written last and marks the schema as complete.
     */
    private void create() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements(dialect)) {
                statement.execute(each.strip());
            }
        } catch (SQLException e) {
            throw new RegistryException(
                    server + ": cannot create the registry's tables: " + SqlErrors.explain(e)
                            + ". Grant the right to create tables and functions, or let an administrator run these"
                            + " statements and set initializeSchema to NEVER:\n" + ddl(dialect),
                    e);
        }
    }

    private boolean hasVersion() throws SQLException {
        return Dialect.isTrue(connection, "SELECT COUNT(*) > 0 FROM ej_namespace WHERE id = 0");
    }

    private void checkVersion() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT schema_version FROM ej_namespace WHERE id = 0")) {
            if (!row.next()) {
                throw new RegistryException(server + ": the registry's schema is incomplete, as its creation was"
                        + " interrupted. Drop the tables ej_namespace, ej_node, ej_session and ej_log and the functions ej_*,"
                        + " and create it again");
            }
            int version = row.getInt(1);
            if (version != VERSION) {
                throw new RegistryException(server + ": the registry's schema has version " + version
                        + ", and this version of elasticjob-registry-jdbc needs " + VERSION + ". "
                        + (version > VERSION
                                ? "Upgrade elasticjob-registry-jdbc"
                                : "Upgrade the schema as docs/registries.md describes"));
            }
        }
    }

    /** Returns the id of the namespace; creates the namespace with its root if it does not exist. */
    int namespace(String name) throws SQLException {
        for (int attempt = 0; ; attempt++) {
            try {
                OptionalInt id = find(name);
                if (id.isPresent()) {
                    createRoot(id.getAsInt());
                    return id.getAsInt();
                }
                create(name);
            } catch (SQLException e) {
                if (attempt == 20 || !isConcurrent(e)) {
                    throw e;
                }
            }
        }
    }

    /** Returns the id of the namespace if it exists. */
    OptionalInt find(String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT id FROM ej_namespace WHERE name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
            }
        }
    }

    private void create(String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO ej_namespace (id, name, schema_version, trimmed)"
                        + " SELECT MAX(m.id) + 1, ?, " + VERSION + ", 0 FROM ej_namespace m")) {
            statement.setString(1, name);
            statement.executeUpdate();
        }
    }

    private void createRoot(int ns) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO ej_node SELECT n.id, ?, ?, '/', ?, 0, 0, 0, 0, 0 FROM ej_namespace n WHERE n.id = ?"
                        + " AND NOT EXISTS (SELECT 1 FROM ej_node r WHERE r.ns = n.id AND r.node_key = ?)")) {
            statement.setBytes(1, Keys.of("/"));
            statement.setBytes(2, Keys.ofParent("/"));
            statement.setBytes(3, new byte[0]);
            statement.setInt(4, ns);
            statement.setBytes(5, Keys.of("/"));
            statement.executeUpdate();
        }
    }

    /** Returns whether another client created the same row, or another one, at the same time: a duplicate or a deadlock. */
    private static boolean isConcurrent(SQLException error) {
        return Set.of("23505", "40001", "40P01").contains(String.valueOf(error.getSQLState()))
                || error.getErrorCode() == 1062
                || error.getErrorCode() == 1213;
    }
}
