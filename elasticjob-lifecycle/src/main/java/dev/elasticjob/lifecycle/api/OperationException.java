package dev.elasticjob.lifecycle.api;

/** Thrown if an operation was not carried out, or only in part. The message names the job and the remedy. */
public final class OperationException extends RuntimeException {

    /** The reason of the failure. */
    public enum Kind {
        /** The job, server or item does not exist. */
        NOT_FOUND,
        /** Another client has changed the data. Read it again before you retry. */
        CONFLICT,
        /** The operation is not possible in the current state. */
        NOT_POSSIBLE,
        /** The connection was lost during the operation, so it may or may not have been carried out. */
        UNKNOWN_OUTCOME
    }

    private final Kind kind;

    public OperationException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
