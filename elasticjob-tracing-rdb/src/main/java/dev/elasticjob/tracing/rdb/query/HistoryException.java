package dev.elasticjob.tracing.rdb.query;

/** History could not be read. */
public final class HistoryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean withoutTables;

    HistoryException(String message, Throwable cause, boolean withoutTables) {
        super(message, cause);
        this.withoutTables = withoutTables;
    }

    /** Whether there is no table to read from: nothing was written yet, or this user cannot see it. */
    public boolean isWithoutTables() {
        return withoutTables;
    }
}
