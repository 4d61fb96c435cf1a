package dev.elasticjob.lifecycle.api;

/** An operation was not carried out, or not in full; the message names the job and says what to do. */
public final class OperationException extends RuntimeException {

    /** Why. */
    public enum Kind {
        /** What it is about does not exist. */
        NOT_FOUND,
        /** Somebody else has changed it: look again, then decide again. */
        CONFLICT,
        /** As things stand it cannot be done. */
        NOT_POSSIBLE,
        /** The connection was lost at the wrong moment: it has happened, or not. */
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
