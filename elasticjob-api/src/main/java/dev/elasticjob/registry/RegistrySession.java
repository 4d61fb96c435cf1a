package dev.elasticjob.registry;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * A session: an identity in the registry that lives as long as its process keeps in touch. Operations of one session are
 * carried out in the order in which they were called. No method blocks.
 *
 * <p>Results, hints and changes of state are delivered in order on threads of the implementation; a receiver must not
 * block there.
 */
public interface RegistrySession extends AutoCloseable {

    /** Where the session stands. {@link #LOST} and {@link #CLOSED} are final. */
    enum State {
        /** The registry answers. */
        CONNECTED,
        /** The registry does not answer; the session may be alive, for {@link RegistrySession#leaseLeft()} at least. */
        SUSPENDED,
        /** The registry has ended the session, and removed the nodes bound to it. */
        LOST,
        /** We have closed it. */
        CLOSED
    }

    /** The identity that {@link Node#owner()} shows; never zero, never used again. */
    long id();

    State state();

    /**
     * Calls {@code listener} with every later change of state, in order, and once now with the current state. What was
     * known before a {@link State#SUSPENDED} may be stale after it: read afresh.
     */
    void onStateChange(Consumer<State> listener);

    /** How long the registry keeps a silent session, as it granted it. */
    Duration timeout();

    /**
     * For how long the session is certain to live if the registry hears nothing more from us: counted in monotonic time
     * from the sending of the last request that was answered. Zero when that time is over, even if the state does not say
     * so yet: a process that was paused learns it here first.
     */
    Duration leaseLeft();

    /** What this session can take. */
    RegistryLimits limits();

    /** Reads nodes and lists of children, in one round trip where the size allows it. Never fails exceptionally. */
    CompletionStage<ReadResult> read(ReadRequest request);

    /** Commits a transaction, all of it or nothing. Never fails exceptionally. */
    CompletionStage<CommitResult> commit(Transaction transaction);

    /**
     * Watches a node that may or may not exist. Every change that a read called after this method could not yet see is
     * followed by a hint; several changes may share one. After a reconnect one hint for everything below {@code path} is
     * given, whether or not something changed.
     */
    Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver);

    /** Ends the session; the nodes bound to it vanish at once when the registry can be reached, else at its timeout. */
    @Override
    void close();
}
