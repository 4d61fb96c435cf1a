package dev.elasticjob.tracing.rdb.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the layouts of the tables, and creates missing tables. Existing tables are never changed; possible improvements are logged. */
public final class Schema {

    private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

    private final Dialect dialect;

    public Schema(Dialect dialect) {
        this.dialect = dialect;
    }

    public static Schema of(Connection connection) throws SQLException {
        return new Schema(Dialect.of(connection.getMetaData()));
    }

    public Dialect dialect() {
        return dialect;
    }

    /**
     * Returns the layout of a table, and creates the table if it is missing. The connection must be in auto-commit mode.
     *
     * @throws SQLException if the table does not exist and cannot be created
     */
    public Layout require(Connection connection, Table table) throws SQLException {
        try {
            return look(connection, table);
        } catch (SQLException missing) {
            if (FailureKind.of(missing, connection) == FailureKind.CONNECTION) {
                throw missing;
            }
            return create(connection, table, missing);
        }
    }

    /** Returns the layout of the table. */
    public Layout look(Connection connection, Table table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table.tableName() + " WHERE 1 = 0")) {
            return Layout.of(table, dialect, none);
        }
    }

    /** Returns whether the database itself reports that the table does not exist or is not visible to this user. */
    public boolean isMissing(Connection connection, Table table) throws SQLException {
        for (String name : List.of(
                table.tableName(),
                table.tableName().toUpperCase(Locale.ROOT),
                table.tableName().toLowerCase(Locale.ROOT))) {
            try (ResultSet tables =
                    connection.getMetaData().getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
                if (tables.next()) {
                    return false;
                }
            }
        }
        return true;
    }

    private Layout create(Connection connection, Table table, SQLException missing) throws SQLException {
        try {
            execute(connection, dialect.createTable(table));
        } catch (SQLException failed) {
            return afterAll(connection, table, missing, failed);
        }
        LOG.info("Made the table {}", table.tableName());
        for (Index index : table.indexes()) {
            try {
                execute(connection, dialect.createIndex(table, index));
            } catch (SQLException failed) {
                LOG.warn("Could not make an index: {}", dialect.createIndex(table, index), failed);
            }
        }
        return look(connection, table);
    }

    /** Reads the layout after a failed creation: another instance may have created the table at the same time. */
    private Layout afterAll(Connection connection, Table table, SQLException missing, SQLException failed)
            throws SQLException {
        try {
            return look(connection, table);
        } catch (SQLException stillMissing) {
            SQLException problem = new SQLException(
                    "Table " + table.tableName() + " cannot be read (" + missing.getMessage()
                            + ") nor made. Make it by hand: " + statements(table),
                    failed.getSQLState(),
                    failed);
            problem.addSuppressed(stillMissing);
            throw problem;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the statements that create the table and its indexes. */
    public List<String> statements(Table table) {
        List<String> all = new ArrayList<>();
        all.add(dialect.createTable(table));
        table.indexes().forEach(index -> all.add(dialect.createIndex(table, index)));
        return all;
    }

    /**
     * Returns the statements that would make an existing table equivalent to one created by this product. They are only logged, for
     * administrators.
     */
    public List<String> improvements(Connection connection, Layout layout) throws SQLException {
        Table table = layout.table();
        List<String> result = new ArrayList<>();
        for (Column column : table.columns()) {
            if (column.type() == Column.Type.TEXT
                    && layout.has(column.name())
                    && layout.sizeOf(column.name()) < dialect.keySize(table, column)) {
                result.add(dialect.alterType(table.tableName(), column));
            }
        }
        List<List<String>> indexes = indexes(connection, table);
        for (Index index : table.indexes()) {
            if (indexes.stream().noneMatch(there -> serves(there, index))) {
                result.add(dialect.createIndex(table, index));
            }
        }
        return result;
    }

    /** Returns whether an existing index serves the purpose. An index that only lacks the id as its last column is nearly as good. */
    private static boolean serves(List<String> there, Index wanted) {
        List<String> needed = wanted.columns();
        if (needed.get(needed.size() - 1).equals("id")) {
            needed = needed.subList(0, needed.size() - 1);
        }
        return there.size() >= needed.size() && there.subList(0, needed.size()).equals(needed);
    }

    private static List<List<String>> indexes(Connection connection, Table table) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        String name = metaData.storesUpperCaseIdentifiers()
                ? table.tableName().toUpperCase(Locale.ROOT)
                : metaData.storesLowerCaseIdentifiers() && Dialect.of(metaData) != Dialect.MYSQL
                        ? table.tableName().toLowerCase(Locale.ROOT)
                        : table.tableName();
        Map<String, List<String>> columns = new TreeMap<>();
        try (ResultSet rows =
                metaData.getIndexInfo(connection.getCatalog(), connection.getSchema(), name, false, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                String column = rows.getString("COLUMN_NAME");
                if (index != null && column != null) {
                    columns.computeIfAbsent(index, each -> new ArrayList<>()).add(column.toLowerCase(Locale.ROOT));
                }
            }
        }
        return new ArrayList<>(columns.values());
    }
}
