package dev.elasticjob.tracing.rdb.query;

import dev.elasticjob.tracing.rdb.schema.Layout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds a query from conditions, their values, the position of a page, and the order. */
final class Select {

    private static final int SECONDS = 60;

    /** Suffix that sorts after every id with the same prefix: ids contain no character above z. */
    private static final String LAST_IDS = "z".repeat(40);

    private final String columns;
    private final Layout layout;
    private final StringBuilder conditions = new StringBuilder();
    private final List<Object> values = new ArrayList<>();
    private String order = "";

    interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    /** Selects all columns that the table has. */
    Select(Layout layout) {
        this(String.join(", ", layout.columnNames()), layout);
    }

    Select(String columns, Layout layout) {
        this.columns = columns;
        this.layout = layout;
    }

    /** Adds a condition without values. */
    Select where(String condition) {
        conditions.append(conditions.isEmpty() ? " WHERE " : " AND ").append(condition);
        return this;
    }

    private Select where(String condition, Object value) {
        values.add(value);
        return where(condition);
    }

    /** Adds a condition on a text that is passed unchanged. */
    Select beyond(String condition, String text) {
        return where(condition, (Object) text);
    }

    /** Adds an equality condition; the text is shortened as the column stores it. */
    Select is(String column, String text) {
        return text == null ? this : where(column + " = ?", layout.fit(column, text));
    }

    Select is(String column, Integer number) {
        return number == null ? this : where(column + " = ?", number);
    }

    /**
     * Adds a condition for ids with a prefix. The range allows every database to use its index, regardless of its collation; the
     * comparison makes the result exact.
     */
    Select idBeginning(String prefix) {
        where("id >= ?", prefix);
        where("id <= ?", prefix + LAST_IDS);
        return where("id LIKE ? ESCAPE '!'", prefix.replaceAll("[!%_\\[]", "!$0") + "%");
    }

    Select between(String column, Instant from, Instant to) {
        if (from != null) {
            where(column + " >= ?", Timestamp.from(from));
        }
        if (to != null) {
            where(column + " < ?", Timestamp.from(to));
        }
        return this;
    }

    /** Adds the position of a page. Avoids comparing row values, which some databases do not support or cannot answer from an index. */
    Select after(String column, boolean ascending, Object value, String id) {
        String beyond = ascending ? ">" : "<";
        where(column + " " + beyond + "= ?", value);
        values.add(value);
        values.add(id);
        return where("(" + column + " " + beyond + " ? OR id " + beyond + " ?)");
    }

    Select orderBy(String column, boolean ascending) {
        String direction = ascending ? " ASC" : " DESC";
        order = " ORDER BY " + column + direction + ", id" + direction;
        return this;
    }

    String sql(int most) {
        String sql = "SELECT " + columns + " FROM " + layout.table().tableName() + conditions + order;
        return order.isEmpty() ? sql : layout.dialect().first(most, sql);
    }

    <T> List<T> read(Connection connection, int most, Reader<T> reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(most))) {
            statement.setQueryTimeout(SECONDS);
            statement.setMaxRows(most);
            bind(statement);
            List<T> result = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                Row row = Row.of(rows);
                while (rows.next()) {
                    result.add(reader.read(row));
                }
            }
            return result;
        }
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value instanceof Timestamp time) {
                statement.setTimestamp(i + 1, time);
            } else if (value instanceof Integer number) {
                statement.setInt(i + 1, number);
            } else {
                statement.setString(i + 1, value.toString());
            }
        }
    }
}
