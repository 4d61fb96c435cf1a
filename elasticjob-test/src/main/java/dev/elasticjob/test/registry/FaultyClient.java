package dev.elasticjob.test.registry;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;

/**
 * A client of the registry under test, with a connection of its own that the contract breaks. The faults are such as a TCP
 * proxy in front of a real server can cause ({@link dev.elasticjob.test.net.FaultyProxy}): where a session is named, an
 * implementation may as well break all connections of this client, as the contract breaks only clients with one session.
 *
 * <p>Any method may be called from any thread, and for a session that is over already.
 */
public interface FaultyClient extends AutoCloseable {

    /** When the answer to a commit is lost. */
    enum Loss {
        /** The request never reaches the registry. */
        BEFORE_APPLYING,
        /** The registry has applied the transaction; the answer never reaches the client. */
        AFTER_APPLYING
    }

    /** The center, always the same; {@link CoordinatorRegistryCenter#init()} has not been called. */
    CoordinatorRegistryCenter center();

    /**
     * Breaks the connection; it stays broken until {@link #heal}. The registry must not end the session before the common
     * timeout of the contract only because it is cut.
     */
    void cut(RegistrySession session);

    /** Ends what {@link #cut} and {@link #loseNextCommit} did, also a loss that has not struck yet. */
    void heal(RegistrySession session);

    /** The connection breaks as in {@link #cut} when the next commit, or read, is on its way. */
    void loseNextCommit(RegistrySession session, Loss loss);

    /** The registry ends the session, whether or not it is cut. The client learns it when it is connected. */
    void expire(RegistrySession session);

    /** Closes the center and what belongs to the client. Called after {@link #heal}. */
    @Override
    void close();
}
