package dev.elasticjob.scheduler;

import dev.elasticjob.registry.RegistrySession;
import java.time.Duration;

/**
 * A session of the registry, and what its users need of it. The values are read once, when it is opened.
 *
 * @param id identity in the registry
 * @param timeout how long the registry keeps a silent session
 * @param transactionBytes maximum transaction size in bytes
 * @param reads batches reads of the jobs that share the session
 * @param commits batches commits of these jobs; not to be used where the order of commits and reads matters
 */
record OpenSession(
        RegistrySession session,
        long id,
        Duration timeout,
        int transactionBytes,
        BatchedReads reads,
        BatchedCommits commits) {

    /** Runs are interrupted when this part of the lease is left. */
    static final int LAST_PART = 6;

    static OpenSession of(RegistrySession session, Guard guard) {
        return new OpenSession(
                session,
                session.id(),
                session.timeout(),
                session.limits().transactionBytes(),
                new BatchedReads(session, guard),
                new BatchedCommits(session, guard));
    }

    /**
     * Returns whether so little of the lease is left that nothing may begin, and running items are interrupted.
     *
     * @throws RuntimeException if the session does not return its lease, which then counts as expired
     */
    boolean isLeaseEnding() {
        return session.leaseLeft().compareTo(timeout.dividedBy(LAST_PART)) <= 0;
    }
}
