package dev.elasticjob.engine.context;

/**
 * Why a job ends on this instance.
 *
 * @param kind the event that ends it
 * @param reason the same in words, for operators
 */
public record Leave(Kind kind, String reason) {

    /** The event that ends a job on an instance. */
    public enum Kind {
        /** The application shut the job down. */
        SHUTDOWN,
        /** An operator deleted the instance's node. */
        OPERATOR,
        /** The job was removed from the registry. */
        REMOVED,
        /** The job cannot run here; the reason says why. */
        FAILED
    }
}
