package dev.elasticjob.scheduler;

/** Receives the state of a shared session. */
interface SessionUser {

    void sessionOpened(OpenSession session);

    void sessionSuspended();

    void sessionResumed();

    void leaseEnding();

    void sessionLost();
}
