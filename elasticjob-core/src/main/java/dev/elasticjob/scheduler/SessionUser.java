package dev.elasticjob.scheduler;

import dev.elasticjob.registry.RegistrySession;

/** Who is told what becomes of a session. */
interface SessionUser {

    void sessionOpened(RegistrySession session);

    void sessionSuspended();

    void sessionResumed();

    void leaseEnding();

    void sessionLost();
}
