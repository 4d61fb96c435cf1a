package dev.elasticjob.scheduler;

import java.time.Duration;

/**
 * How a session stands.
 *
 * @param id its identity in the registry; 0 while there is none, and another is being opened
 * @param connected whether the registry answers, so that items may be started
 * @param timeout how long the registry keeps it when it is silent
 * @param leaseLeft for how long it is certain to live
 */
public record SessionView(long id, boolean connected, Duration timeout, Duration leaseLeft) {

    static final SessionView NONE = new SessionView(0, false, Duration.ZERO, Duration.ZERO);
}
