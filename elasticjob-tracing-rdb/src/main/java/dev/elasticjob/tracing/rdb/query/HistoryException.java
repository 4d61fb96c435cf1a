package dev.elasticjob.tracing.rdb.query;

/** History could not be read. */
public final class HistoryException extends RuntimeException {

    private static final long serialVersionUID = 1;

    HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
