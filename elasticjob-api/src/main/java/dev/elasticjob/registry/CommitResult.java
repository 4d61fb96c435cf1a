package dev.elasticjob.registry;

import java.time.Instant;
import java.util.List;

/** Outcome of a commit. */
public sealed interface CommitResult {

    /**
     * The transaction was applied.
     *
     * @param number number of the commit, which increases with every commit to the registry
     * @param time the registry's time of the commit
     * @param versions for every step the version of its node after the transaction, -1 for checks and deletions
     */
    record Committed(long number, Instant time, List<Integer> versions) implements CommitResult {
        public Committed {
            versions = List.copyOf(versions);
        }
    }

    /**
     * A step could not be applied, so nothing was applied.
     *
     * @param index index of the first step that failed
     * @param op the step
     * @param reason reason of the failure
     */
    record Conflict(int index, Transaction.Op op, Reason reason) implements CommitResult {}

    /** Reason why a step could not be applied. */
    enum Reason {
        /** The node to check, set or delete does not exist, or the parent of the node to create. */
        MISSING,
        /** The node to create already exists. */
        EXISTS,
        /** The node has another version. */
        VERSION,
        /** The node to delete has children. */
        HAS_CHILDREN,
        /** The parent of the node to create is bound to a session. */
        PARENT_IS_BOUND
    }

    /**
     * The connection was lost before the response arrived: the outcome is unknown, and the transaction may still be applied later. A
     * synced read determines the outcome. It must be made in a connected session, after the session of the commit has been connected
     * again or has ended.
     */
    record Unknown(String reason) implements CommitResult {}

    /** The transaction was certainly not applied, and repeating it unchanged is useless. */
    record Refused(Refusal refusal, String reason) implements CommitResult {}

    /** Reason why a transaction was not attempted, or was rejected regardless of the state of the nodes. */
    enum Refusal {
        /** Exceeds {@link RegistryLimits#transactionBytes()} or {@link RegistryLimits#transactionSteps()}. */
        TOO_LARGE,
        /** The paths of the nodes bound to the session would exceed {@link RegistryLimits#boundPathBytes()}. */
        TOO_MANY_BOUND,
        /**
         * The transaction is large, and the connection was lost twice while it was in progress: most likely it exceeds a limit of the
         * server.
         */
        LOST_TWICE,
        /** The registry denied access. */
        NOT_ALLOWED,
        /** The session had ended before the transaction was sent. */
        SESSION_OVER,
        /** The session is suspended: nothing was sent. */
        NOT_CONNECTED
    }
}
