package dev.elasticjob.registry;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Session: an identity in the registry that exists as long as its process sends requests. Operations of one session are executed in the
 * order in which they were called. No method blocks.
 *
 * <p>Results, hints and state changes are delivered in order on threads of the implementation; a receiver must not block these threads.
 */
public interface RegistrySession extends AutoCloseable {

    /** State of a session. {@link #LOST} and {@link #CLOSED} are final. */
    enum State {
        /** The registry responds. */
        CONNECTED,
        /**
         * The registry does not respond. The session still exists for at least {@link RegistrySession#leaseLeft()}, and possibly longer.
         */
        SUSPENDED,
        /** The registry has ended the session and removed the nodes bound to it. */
        LOST,
        /** This process has closed the session. */
        CLOSED
    }

    /** Returns the id of the session, which is the {@link Node#owner()} of nodes bound to it. It is never zero and never reused. */
    long id();

    State state();

    /**
     * Registers a listener. It is called once now with the current state, and then in order with every later state. Data that was read
     * before a {@link State#SUSPENDED} may be stale afterwards and must be read again.
     *
     * @param listener receives the states
     */
    void onStateChange(Consumer<State> listener);

    /** Returns the session timeout that the registry granted. */
    Duration timeout();

    /**
     * Returns how long the session is certain to exist if the registry receives no further request. Measured in monotonic time from the
     * sending of the last answered request. Zero when that time has passed, even if the state does not reflect it yet: a process that was
     * paused detects the loss here first.
     */
    Duration leaseLeft();

    /** Returns the limits of this session. */
    RegistryLimits limits();

    /** Reads nodes and lists of children, in one round trip if the size allows it. The result never completes exceptionally. */
    CompletionStage<ReadResult> read(ReadRequest request);

    /** Commits a transaction, either completely or not at all. The result never completes exceptionally. */
    CompletionStage<CommitResult> commit(Transaction transaction);

    /**
     * Watches a node, which need not exist. A hint follows every change that was not visible to a read called after this method; several
     * changes may result in one hint. After a reconnect a hint for everything below {@code path} is sent, even if nothing changed.
     *
     * @param path path of the node
     * @param scope range of the watch
     * @param receiver receives the hints
     * @return a handle that ends the watch when it is closed
     */
    Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver);

    /**
     * Ends the session. The nodes bound to it are removed immediately if the registry can be reached, otherwise after the session
     * timeout.
     */
    @Override
    void close();
}
