package dev.elasticjob.engine.context;

/** Why the code of a run is interrupted. The reason decides how the run ends, however the code does. */
public enum Interruption {
    /** The session may end, or the instance leaves: the run is abandoned, and may fail over. */
    LOSS(""),
    /** The run exceeded its timeout: it has failed, and may be retried. */
    TIMEOUT("timeout"),
    /** An operator killed the run: it has failed for good. */
    KILL("killed");

    private final String reason;

    Interruption(String reason) {
        this.reason = reason;
    }

    /** Returns the reason of the failure in the run record. */
    public String reason() {
        return reason;
    }
}
