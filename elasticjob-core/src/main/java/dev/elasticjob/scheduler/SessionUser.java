package dev.elasticjob.scheduler;

import dev.elasticjob.registry.RegistrySession;

/** Who is told what becomes of a session. */
interface SessionUser {

    /**
     * The next session is open.
     *
     * @param reads what to read with
     * @param commits what to commit with, except where the order of commits and reads counts
     */
    void sessionOpened(RegistrySession session, GatheredReads reads, GatheredCommits commits);

    void sessionSuspended();

    void sessionResumed();

    void leaseEnding();

    void sessionLost();
}
