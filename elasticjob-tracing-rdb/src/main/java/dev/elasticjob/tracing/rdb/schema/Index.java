package dev.elasticjob.tracing.rdb.schema;

import java.util.List;

/**
 * Index of a table of this product.
 *
 * @param condition selects the rows that the index has to contain, for databases with partial indexes; empty for all rows
 */
record Index(String name, List<String> columns, String condition) {

    static Index on(String name, String... columns) {
        return new Index(name, List.of(columns), "");
    }

    Index where(String rows) {
        return new Index(name, columns, rows);
    }
}
