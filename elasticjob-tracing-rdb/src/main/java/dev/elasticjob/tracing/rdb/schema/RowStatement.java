package dev.elasticjob.tracing.rdb.schema;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Statement that writes one row. Its columns are those of {@link Table} that exist in the database; values are bound by name. */
public final class RowStatement {

    private static final String ID = "id";

    private final Layout layout;
    private final String sql;
    private final List<Column> bound;

    /** The values of a row by the names of its columns. */
    public interface Values {
        /** @return a text, a number, a flag or a time, as the column requires; null if there is no value */
        Object of(String column);
    }

    private RowStatement(Layout layout, String sql, List<Column> bound) {
        this.layout = layout;
        this.sql = sql;
        this.bound = bound;
    }

    static RowStatement insert(Layout layout) {
        List<Column> columns = layout.present();
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String marks = columns.stream().map(each -> "?").collect(Collectors.joining(", "));
        String table = layout.table().tableName();
        return new RowStatement(layout, "INSERT INTO " + table + " (" + names + ") VALUES (" + marks + ")", columns);
    }

    static RowStatement end(Layout layout) {
        List<Column> bound = new ArrayList<>(layout.present().stream()
                .filter(each -> each.written() == Column.Written.UNTIL_END)
                .toList());
        String changes = bound.stream().map(each -> each.name() + " = ?").collect(Collectors.joining(", "));
        layout.present().stream().filter(each -> each.name().equals(ID)).forEach(bound::add);
        return new RowStatement(
                layout, "UPDATE " + layout.table().tableName() + " SET " + changes + " WHERE " + ID + " = ?", bound);
    }

    /** Returns the same statement for rows that also meet a condition without parameters. */
    public RowStatement where(String condition) {
        return new RowStatement(layout, sql + " AND " + condition, bound);
    }

    public String sql() {
        return sql;
    }

    /** @param texts is applied to all texts after they were shortened */
    public void bind(PreparedStatement statement, Values values, UnaryOperator<String> texts) throws SQLException {
        int index = 0;
        for (Column column : bound) {
            bind(statement, ++index, column, values.of(column.name()), texts);
        }
    }

    private void bind(PreparedStatement statement, int index, Column column, Object value, UnaryOperator<String> texts)
            throws SQLException {
        switch (column.type()) {
            case TEXT -> {
                if (value == null) {
                    statement.setNull(index, Types.VARCHAR);
                } else {
                    statement.setString(index, texts.apply(layout.fit(column.name(), (String) value)));
                }
            }
            case NUMBER -> {
                if (value == null) {
                    statement.setNull(index, Types.INTEGER);
                } else {
                    statement.setInt(index, (Integer) value);
                }
            }
            case FLAG -> layout.setFlag(statement, index, column.name(), (Boolean) value);
            case TIME -> {
                if (value == null) {
                    statement.setNull(index, Types.TIMESTAMP);
                } else {
                    statement.setTimestamp(index, timestamp((Instant) value));
                }
            }
            case MILLIS -> statement.setLong(index, (Long) value);
        }
    }

    /**
     * Returns the time in milliseconds, which is the precision of the columns: if the database rounded it, a run could end before it
     * started.
     */
    public static Timestamp timestamp(Instant time) {
        return new Timestamp(time.toEpochMilli());
    }
}
