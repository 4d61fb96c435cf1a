package dev.elasticjob.tracing.rdb.query;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Row of a result, by the names of its columns. A column that the table lacks is empty. */
final class Row {

    private final ResultSet rows;
    private final Set<String> columns;

    private Row(ResultSet rows, Set<String> columns) {
        this.rows = rows;
        this.columns = columns;
    }

    static Row of(ResultSet rows) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        Set<String> columns = new HashSet<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(metaData.getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        return new Row(rows, columns);
    }

    /** @return the text, or null */
    String text(String column) throws SQLException {
        return columns.contains(column) ? rows.getString(column) : null;
    }

    Optional<String> optionalText(String column) throws SQLException {
        return Optional.ofNullable(text(column));
    }

    int number(String column) throws SQLException {
        return rows.getInt(column);
    }

    long count(String column) throws SQLException {
        return rows.getLong(column);
    }

    boolean flag(String column) throws SQLException {
        return rows.getBoolean(column);
    }

    Optional<Instant> time(String column) throws SQLException {
        return columns.contains(column)
                ? Optional.ofNullable(rows.getTimestamp(column)).map(Timestamp::toInstant)
                : Optional.empty();
    }
}
