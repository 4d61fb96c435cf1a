package dev.elasticjob.tracing.rdb.query;

/** Thrown when history cannot be read. */
public final class HistoryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean withoutTables;

    HistoryException(String message, Throwable cause, boolean withoutTables) {
        super(message, cause);
        this.withoutTables = withoutTables;
    }

    /** Returns whether there is no table to read from: nothing was written yet, or the user has no access to the table. */
    public boolean isWithoutTables() {
        return withoutTables;
    }
}
