package dev.elasticjob.registry;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * One namespace of a registry, as an application configures it. All paths below it begin with a slash and are relative to
 * the namespace.
 */
public interface CoordinatorRegistryCenter extends AutoCloseable {

    /**
     * Connects, and makes sure that the namespace can be used. May be called again without effect.
     *
     * @throws RegistryException when the registry does not answer within the configured time, refuses us, or is not able
     *     to do what the engine needs
     */
    void init();

    /**
     * Opens a further session. Sessions are independent: the nodes bound to one vanish with it alone.
     *
     * @return the session once it is connected; fails with {@link RegistryException}, within the configured connection
     *     timeout
     */
    CompletionStage<RegistrySession> openSession();

    /**
     * The one object of a kind that everything on this center shares, made when it is first asked for. It is closed with the
     * center, before the sessions are.
     */
    <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker);

    /** What this is connected to, for messages: no secret is in it. */
    String describe();

    /** Closes every session that is still open; the nodes bound to them vanish at once. */
    @Override
    void close();
}
