package dev.elasticjob.tracing.rdb.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Actual layout of a table in the database, which may differ from the layout that this product would create. */
public final class Layout {

    private static final Set<Integer> TEXTS =
            Set.of(Types.VARCHAR, Types.CHAR, Types.NVARCHAR, Types.NCHAR, Types.LONGVARCHAR, Types.LONGNVARCHAR);

    private final Table table;
    private final Dialect dialect;
    private final Map<String, Found> columns;

    private record Found(int type, String typeName, int size) {}

    private Layout(Table table, Dialect dialect, Map<String, Found> columns) {
        this.table = table;
        this.dialect = dialect;
        this.columns = columns;
    }

    static Layout of(Table table, Dialect dialect, ResultSet rows) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        Map<String, Found> columns = new LinkedHashMap<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.put(
                    metaData.getColumnName(i).toLowerCase(Locale.ROOT),
                    new Found(metaData.getColumnType(i), metaData.getColumnTypeName(i), metaData.getPrecision(i)));
        }
        for (Column column : table.columns()) {
            if (!columns.containsKey(column.name()) && !column.optional()) {
                throw new SQLException("Table " + table.tableName() + " has no column " + column.name()
                        + ": it is not the one of ElasticJob. Rename it, or give history another database or schema");
            }
        }
        return new Layout(table, dialect, columns);
    }

    public Table table() {
        return table;
    }

    public Dialect dialect() {
        return dialect;
    }

    public boolean has(String column) {
        return columns.containsKey(column);
    }

    /** Returns the columns of this product that the table has. */
    List<Column> present() {
        return table.columns().stream().filter(each -> has(each.name())).toList();
    }

    /** Returns the names of the columns of this product that the table has. */
    public List<String> columnNames() {
        return present().stream().map(Column::name).toList();
    }

    /** Returns the statement that inserts a row. */
    public RowStatement insert() {
        return RowStatement.insert(this);
    }

    /** Returns the statement that writes the end of a run into its row. */
    public RowStatement end() {
        return RowStatement.end(this);
    }

    /** Returns the text shortened to the capacity of the column. */
    public String fit(String column, String text) {
        String clean = text.indexOf('\0') < 0 ? text : text.replace("\0", "");
        if (clean.isEmpty() && dialect.emptyIsNull()) {
            return " ";
        }
        TextLimit limit = limit(column);
        return limit.fits(clean) ? clean : table.column(column).shortening().shorten(clean, limit);
    }

    private TextLimit limit(String column) {
        Found found = columns.get(column);
        boolean limited = TEXTS.contains(found.type()) && found.size() > 0;
        return new TextLimit(limited ? found.size() : Integer.MAX_VALUE, dialect.countsBytes());
    }

    int sizeOf(String column) {
        return limit(column).size();
    }

    private boolean isBoolean(String column) {
        Found found = columns.get(column);
        return found.type() == Types.BOOLEAN || found.typeName().equalsIgnoreCase("bool");
    }

    /** Returns a boolean constant for conditions; a constant allows a database to use a partial index. */
    public String literal(String column, boolean value) {
        if (isBoolean(column)) {
            return value ? "TRUE" : "FALSE";
        }
        String number = value ? "1" : "0";
        boolean bits = dialect == Dialect.POSTGRESQL && columns.get(column).type() == Types.BIT;
        return bits ? "B'" + number + "'" : number;
    }

    public void setFlag(PreparedStatement statement, int index, String column, boolean value) throws SQLException {
        if (isBoolean(column) || columns.get(column).type() == Types.BIT) {
            statement.setBoolean(index, value);
        } else {
            statement.setInt(index, value ? 1 : 0);
        }
    }
}
