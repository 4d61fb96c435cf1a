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

/** A query that is put together: conditions, their values, the place of a page, the order. */
final class Select {

    private static final int SECONDS = 60;

    /** Behind every id that begins like what it follows: ids have no letter beyond z. */
    private static final String LAST_IDS = "z".repeat(40);

    private final String columns;
    private final Layout layout;
    private final StringBuilder conditions = new StringBuilder();
    private final List<Object> values = new ArrayList<>();
    private String order = "";

    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    Select(String columns, Layout layout) {
        this.columns = columns;
        this.layout = layout;
    }

    /** A condition without values. */
    Select where(String condition) {
        conditions.append(conditions.isEmpty() ? " WHERE " : " AND ").append(condition);
        return this;
    }

    private Select where(String condition, Object value) {
        values.add(value);
        return where(condition);
    }

    /** A condition on a text, which is taken as it is. */
    Select beyond(String condition, String text) {
        return where(condition, (Object) text);
    }

    /** Texts are compared as the column holds them. */
    Select is(String column, String text) {
        return text == null ? this : where(column + " = ?", layout.fit(column, text));
    }

    Select is(String column, Integer number) {
        return number == null ? this : where(column + " = ?", number);
    }

    /**
     * The range finds the place in the index of every database, whatever the order of its letters; the comparison makes it
     * exact.
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

    /** Without comparing pairs, which not every database knows, and not every one finds an index for. */
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
                while (rows.next()) {
                    result.add(reader.read(rows));
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
