package dev.elasticjob.console.history;

/** Thrown if a history database cannot be reached. */
public final class HistoryUnreachableException extends RuntimeException {

    HistoryUnreachableException(String message) {
        super(message);
    }
}
