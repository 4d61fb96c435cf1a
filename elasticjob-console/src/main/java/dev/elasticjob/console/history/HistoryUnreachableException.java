package dev.elasticjob.console.history;

/** A database with history cannot be connected to. */
public final class HistoryUnreachableException extends RuntimeException {

    HistoryUnreachableException(String message) {
        super(message);
    }
}
