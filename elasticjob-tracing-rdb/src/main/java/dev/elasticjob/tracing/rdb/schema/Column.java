package dev.elasticjob.tracing.rdb.schema;

/** Column of a table of this product. */
record Column(String name, Type type, int size, boolean nullable) {

    enum Type {
        TEXT,
        NUMBER,
        FLAG,
        TIME,
        MILLIS
    }

    static Column text(String name, int size) {
        return new Column(name, Type.TEXT, size, false);
    }

    static Column of(String name, Type type) {
        return new Column(name, type, 0, false);
    }

    Column orNull() {
        return new Column(name, type, size, true);
    }
}
