package dev.elasticjob.tracing.rdb.schema;

import java.util.List;

/**
 * An index of our tables.
 *
 * @param condition which rows it needs to hold, for databases that can do with less than all; empty for all
 */
record Index(String name, List<String> columns, String condition) {

    static Index on(String name, String... columns) {
        return new Index(name, List.of(columns), "");
    }

    Index where(String rows) {
        return new Index(name, columns, rows);
    }
}
