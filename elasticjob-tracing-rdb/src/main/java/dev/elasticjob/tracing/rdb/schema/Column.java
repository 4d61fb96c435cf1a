package dev.elasticjob.tracing.rdb.schema;

/**
 * Column of a table of this product.
 *
 * @param shortening how a text that exceeds the column is shortened
 * @param optional whether an existing table may lack the column; rows are then written without it and read as null
 * @param written when the column is written
 */
record Column(
        String name, Type type, int size, boolean nullable, Shortening shortening, boolean optional, Written written) {

    enum Type {
        TEXT,
        NUMBER,
        FLAG,
        TIME,
        MILLIS
    }

    enum Written {
        /** When the row is inserted. */
        ONCE,
        /** When the row is inserted, and again when its run ends. */
        UNTIL_END
    }

    static Column text(String name, int size, Shortening shortening) {
        return new Column(name, Type.TEXT, size, false, shortening, false, Written.ONCE);
    }

    static Column of(String name, Type type) {
        return new Column(name, type, 0, false, Shortening.PLAIN, false, Written.ONCE);
    }

    Column orNull() {
        return new Column(name, type, size, true, shortening, optional, written);
    }

    Column ifPresent() {
        return new Column(name, type, size, nullable, shortening, true, written);
    }

    Column untilEnd() {
        return new Column(name, type, size, nullable, shortening, optional, Written.UNTIL_END);
    }

    Column withSize(int other) {
        return new Column(name, type, other, nullable, shortening, optional, written);
    }
}
