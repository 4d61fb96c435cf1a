package dev.elasticjob.engine;

/**
 * Why a job ends on this instance.
 *
 * @param kind whether it was to be expected
 */
public record Leave(Kind kind, String reason) {

    public enum Kind {
        /** The application asked for it. */
        SHUTDOWN,
        /** An operator deleted the instance's node. */
        OPERATOR,
        /** The job was removed. */
        REMOVED,
        /** It could not go on; the reason says why. */
        FAILED
    }
}
