package dev.elasticjob.registry;

import java.time.Instant;
import java.util.List;

/** What came of a commit. */
public sealed interface CommitResult {

    /**
     * It happened.
     *
     * @param number grows with every commit to the registry, for ever
     * @param time the registry's time
     * @param versions for every step the version its node has after the transaction, -1 for checks and deletions
     */
    record Committed(long number, Instant time, List<Integer> versions) implements CommitResult {
        public Committed {
            versions = List.copyOf(versions);
        }
    }

    /**
     * A step did not hold, so nothing happened.
     *
     * @param index which step, the first that failed
     */
    record Conflict(int index, Transaction.Op op, Reason reason) implements CommitResult {}

    /** Why a step did not hold. */
    enum Reason {
        /** The node to check, set or delete, or the parent of the one to create, does not exist. */
        MISSING,
        /** The node to create exists. */
        EXISTS,
        /** The node has another version. */
        VERSION,
        /** The node to delete has children. */
        HAS_CHILDREN,
        /** The parent of the node to create is bound to a session. */
        PARENT_IS_BOUND
    }

    /**
     * The connection was lost before the answer came: it has happened, or happens later, or never. A synced read in a
     * session that is connected again tells, once the commit's own session is connected again or over.
     */
    record Unknown(String reason) implements CommitResult {}

    /** It certainly did not happen, and will not without a change. */
    record Refused(Refusal refusal, String reason) implements CommitResult {}

    /** Why a transaction was not even tried, or turned down whatever the tree holds. */
    enum Refusal {
        /** Exceeds {@link RegistryLimits#transactionBytes()} or {@link RegistryLimits#transactionSteps()}. */
        TOO_LARGE,
        /** The session would be bound to more than {@link RegistryLimits#boundPathBytes()} of paths. */
        TOO_MANY_BOUND,
        /** Large, and the connection was lost twice while it was under way: most likely a limit of the server's. */
        LOST_TWICE,
        /** The registry does not let us. */
        NOT_ALLOWED,
        /** The session had ended before it was sent. */
        SESSION_OVER,
        /** The session is suspended: nothing was sent. */
        NOT_CONNECTED
    }
}
