package dev.elasticjob.scheduler;

import java.time.Duration;

/**
 * State of a session.
 *
 * @param id identity in the registry; 0 while there is no session and one is being opened
 * @param connected whether the registry answers, so that items may be started
 * @param timeout how long the registry keeps a silent session
 * @param leaseLeft how long the session is certain to live
 */
public record SessionView(long id, boolean connected, Duration timeout, Duration leaseLeft) {

    static final SessionView NONE = new SessionView(0, false, Duration.ZERO, Duration.ZERO);
}
