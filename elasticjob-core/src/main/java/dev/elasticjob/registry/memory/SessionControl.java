package dev.elasticjob.registry.memory;

/**
 * Faults of one session, for tests. They take effect after the operations that were called before, in the order in which
 * they are called, and from any thread. What does not apply to the session's state has no effect.
 */
public interface SessionControl {

    /**
     * The connection breaks: the session is suspended until {@link #resume}. What is {@link #holdRequests held} is lost: a
     * request is never carried out, an answer never arrives.
     */
    void suspend();

    /** The connection is back. A loss of commits that was ordered and has not struck is called off. */
    void resume();

    /** The registry ends the session. Its client learns it now if it is connected, else when it is resumed. */
    void expire();

    /** Operations are kept back on their way to the registry until {@link #release}; the lease runs down. */
    void holdRequests();

    /** Operations are carried out, but answers and hints are kept back until {@link #release}; the lease runs down. */
    void holdAnswers();

    /** Ends both kinds of holding. */
    void release();

    /** The next commit does not reach the registry: the connection breaks as with {@link #suspend}. */
    void loseNextCommitBeforeApplying();

    /** The next commit is applied, and then the connection breaks before the answer arrives. */
    void loseNextCommitAfterApplying();
}
