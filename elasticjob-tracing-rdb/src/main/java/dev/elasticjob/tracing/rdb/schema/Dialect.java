package dev.elasticjob.tracing.rdb.schema;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.stream.Collectors;

/** Differences between databases. */
public enum Dialect {
    H2("INTEGER", "TIMESTAMP(3)", false, Limit.FETCH),

    POSTGRESQL("BOOLEAN", "TIMESTAMP(3)", false, Limit.FETCH) {
        @Override
        boolean hasPartialIndexes() {
            return true;
        }
    },

    /** MySQL and MariaDB. Does not use TIMESTAMP, which ends in 2038 and, under some settings, is updated automatically. */
    MYSQL("INTEGER", "DATETIME(3)", false, Limit.LIMIT) {
        @Override
        String alterType(String table, Column column) {
            return "ALTER TABLE " + table + " MODIFY " + define(column);
        }

        @Override
        String tableOptions() {
            return " DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin";
        }

        /** Returns the indexed expression. A key has at most 3,072 bytes, at four bytes per character. */
        @Override
        String indexed(String column) {
            return column.equals("task_id") ? "task_id(255)" : column;
        }
    },

    ORACLE("NUMBER(1)", "TIMESTAMP(3)", true, Limit.FETCH) {
        @Override
        String text(int size) {
            return "VARCHAR2(" + size + (size < 4000 ? " CHAR)" : ")");
        }

        @Override
        String number() {
            return "NUMBER(10)";
        }

        @Override
        String millis() {
            return "NUMBER(19)";
        }

        /** Returns true: Oracle stores an empty text as null. */
        @Override
        boolean emptyIsNull() {
            return true;
        }

        @Override
        String alterType(String table, Column column) {
            return "ALTER TABLE " + table + " MODIFY (" + column.name() + " " + typeOf(column) + ")";
        }
    },

    SQLSERVER("BIT", "DATETIME2(3)", false, Limit.OFFSET_FETCH) {
        @Override
        String text(int size) {
            return "NVARCHAR(" + size + ")";
        }

        @Override
        String alterType(String table, Column column) {
            return "ALTER TABLE " + table + " ALTER COLUMN " + define(column);
        }

        /** Returns the size of a key column. A key has at most 1,700 bytes, at two bytes per character. */
        @Override
        int keySize(Table table, Column column) {
            return column.name().equals("task_id") && table == Table.STATES ? 800 : column.size();
        }
    },

    DB2("SMALLINT", "TIMESTAMP(3)", true, Limit.FETCH) {
        @Override
        String alterType(String table, Column column) {
            return "ALTER TABLE " + table + " ALTER COLUMN " + column.name() + " SET DATA TYPE " + typeOf(column);
        }
    },

    /** SQL-92, for all other databases. */
    STANDARD("SMALLINT", "TIMESTAMP", false, Limit.NONE);

    private enum Limit {
        FETCH,
        OFFSET_FETCH,
        LIMIT,
        NONE
    }

    private final String flag;
    private final String time;
    private final boolean countsBytes;
    private final Limit limit;

    Dialect(String flag, String time, boolean countsBytes, Limit limit) {
        this.flag = flag;
        this.time = time;
        this.countsBytes = countsBytes;
        this.limit = limit;
    }

    public static Dialect of(DatabaseMetaData metaData) throws SQLException {
        String product = metaData.getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.equals("h2")) {
            return H2;
        } else if (product.contains("postgresql")) {
            return POSTGRESQL;
        } else if (product.contains("mysql") || product.contains("mariadb")) {
            return MYSQL;
        } else if (product.contains("oracle")) {
            return ORACLE;
        } else if (product.contains("microsoft sql server")) {
            return SQLSERVER;
        } else if (product.startsWith("db2")) {
            return DB2;
        }
        return STANDARD;
    }

    /** Limits a query, which must end with its order, to its first rows. */
    public String first(int rows, String query) {
        return switch (limit) {
            case FETCH -> query + " FETCH FIRST " + rows + " ROWS ONLY";
            case OFFSET_FETCH -> query + " OFFSET 0 ROWS FETCH NEXT " + rows + " ROWS ONLY";
            case LIMIT -> query + " LIMIT " + rows;
            case NONE -> query;
        };
    }

    /** Returns whether the size of a text column is counted in bytes. */
    boolean countsBytes() {
        return countsBytes;
    }

    boolean emptyIsNull() {
        return false;
    }

    boolean hasPartialIndexes() {
        return false;
    }

    String tableOptions() {
        return "";
    }

    String text(int size) {
        return "VARCHAR(" + size + ")";
    }

    String number() {
        return "INTEGER";
    }

    String millis() {
        return "BIGINT";
    }

    String indexed(String column) {
        return column;
    }

    int keySize(Table table, Column column) {
        return column.size();
    }

    String typeOf(Column column) {
        return switch (column.type()) {
            case TEXT -> text(column.size());
            case NUMBER -> number();
            case FLAG -> flag;
            case TIME -> time;
            case MILLIS -> millis();
        };
    }

    String define(Column column) {
        boolean required =
                !column.nullable() && !(emptyIsNull() && column.name().equals("original_task_id"));
        return column.name() + " " + typeOf(column) + (required ? " NOT NULL" : "");
    }

    String createTable(Table table) {
        return table.columns().stream()
                .map(column -> define(column.withSize(keySize(table, column))))
                .collect(Collectors.joining(
                        ", ", "CREATE TABLE " + table.tableName() + " (", ", PRIMARY KEY (id))" + tableOptions()));
    }

    String createIndex(Table table, Index index) {
        String columns = index.columns().stream().map(this::indexed).collect(Collectors.joining(", "));
        String rows = index.condition().isEmpty() || !hasPartialIndexes()
                ? ""
                : " WHERE " + index.condition().replace("{false}", "false");
        return "CREATE INDEX " + index.name() + " ON " + table.tableName() + " (" + columns + ")" + rows;
    }

    String alterType(String table, Column column) {
        return "ALTER TABLE " + table + " ALTER COLUMN " + column.name()
                + (this == POSTGRESQL ? " TYPE " : " SET DATA TYPE ") + typeOf(column);
    }
}
