package dev.elasticjob.test.registry;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;

/**
 * A client of the registry under test, with a separate connection that the contract breaks. The faults are those that a
 * TCP proxy in front of a real server can cause ({@link dev.elasticjob.test.net.FaultyProxy}). Where a method takes a
 * session, an implementation may break all connections of this client instead, because the contract breaks only clients
 * with one session.
 *
 * <p>Every method may be called from any thread, also for a session that has already ended.
 */
public interface FaultyClient extends AutoCloseable {

    /** Point at which the response to a commit is lost. */
    enum Loss {
        /** The request does not reach the registry. */
        BEFORE_APPLYING,
        /** The registry applies the transaction; the response does not reach the client. */
        AFTER_APPLYING
    }

    /** Returns the center, always the same; {@link CoordinatorRegistryCenter#init()} has not been called. */
    CoordinatorRegistryCenter center();

    /**
     * Breaks the connection until {@link #heal} is called. The registry must not end the session because of the cut
     * before the common timeout of the contract.
     */
    void cut(RegistrySession session);

    /** Ends the effects of {@link #cut} and {@link #loseNextCommit}, including a loss that has not occurred yet. */
    void heal(RegistrySession session);

    /** Breaks the connection as {@link #cut} does during the next commit or read. */
    void loseNextCommit(RegistrySession session, Loss loss);

    /**
     * Makes the registry end the session, whether or not its connection is cut. The client learns it when it is
     * connected.
     */
    void expire(RegistrySession session);

    /** Closes the center and all resources of the client. Called after {@link #heal}. */
    @Override
    void close();
}
