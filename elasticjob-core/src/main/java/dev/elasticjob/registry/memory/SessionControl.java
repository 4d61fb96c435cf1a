package dev.elasticjob.registry.memory;

/**
 * Fault injection for one session, for tests. Faults take effect after the operations that were called before, in the order of the calls,
 * and can be called on any thread. A fault that does not apply to the session's state has no effect.
 */
public interface SessionControl {

    /**
     * Breaks the connection: the session is suspended until {@link #resume}. {@link #holdRequests Held} messages are lost: such a request
     * is never executed, and such a response never arrives.
     */
    void suspend();

    /** Restores the connection. A pending loss of a commit is cancelled. */
    void resume();

    /** Ends the session in the registry. Its client is notified immediately if it is connected, otherwise when it is resumed. */
    void expire();

    /** Holds requests on their way to the registry until {@link #release}; the lease expires. */
    void holdRequests();

    /** Executes operations, but holds responses and hints until {@link #release}; the lease expires. */
    void holdAnswers();

    /** Releases held requests and responses. */
    void release();

    /** Loses the next commit before it reaches the registry: the connection breaks as with {@link #suspend}. */
    void loseNextCommitBeforeApplying();

    /** Applies the next commit and breaks the connection before the response arrives. */
    void loseNextCommitAfterApplying();
}
