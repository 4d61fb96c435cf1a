package dev.elasticjob.registry;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Namespace of a registry, as configured by an application. All paths start with a slash and are relative to the namespace. */
public interface CoordinatorRegistryCenter extends AutoCloseable {

    /**
     * Connects and prepares the namespace for use. Further calls have no effect.
     *
     * @throws RegistryException if the registry does not respond within the configured time, denies access, or lacks a feature that the
     *         engine needs
     */
    void init();

    /**
     * Opens a further session. Sessions are independent: nodes bound to a session are removed with that session only.
     *
     * @return the session once it is connected; fails with {@link RegistryException} within the configured connection timeout
     */
    CompletionStage<RegistrySession> openSession();

    /**
     * Returns an object that all users of this center share, and creates it on the first call. It is closed with the center, before the
     * sessions.
     *
     * @param kind type that identifies the object
     * @param maker creates the object
     */
    <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker);

    /** Returns a description of the registry for messages, which contains no secrets. */
    String describe();

    /** Closes all open sessions; the nodes bound to them are removed immediately. */
    @Override
    void close();
}
