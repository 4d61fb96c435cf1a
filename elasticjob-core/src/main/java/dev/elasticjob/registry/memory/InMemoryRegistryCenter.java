package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.SharedObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Namespace of an {@link InMemoryRegistry}. */
public final class InMemoryRegistryCenter implements CoordinatorRegistryCenter {

    private enum State {
        LATENT,
        STARTED,
        CLOSED
    }

    private final InMemoryRegistry registry;
    private final String namespace;
    private final SharedObjects shared = new SharedObjects();
    private State state = State.LATENT;
    // Used on the delivery thread only.
    private final List<MemorySession> sessions = new ArrayList<>();

    public InMemoryRegistryCenter(InMemoryRegistry registry, String namespace) {
        this.registry = Objects.requireNonNull(registry);
        this.namespace = Objects.requireNonNull(namespace);
    }

    @Override
    public synchronized void init() {
        if (state == State.CLOSED) {
            throw new RegistryException(describe() + " is closed; make a new one");
        }
        if (state == State.LATENT) {
            state = State.STARTED;
            registry.delivery().addUser();
        }
    }

    @Override
    public synchronized CompletionStage<RegistrySession> openSession() {
        CompletableFuture<RegistrySession> opened = new CompletableFuture<>();
        if (state == State.STARTED) {
            registry.delivery().post(() -> opened.complete(open()));
        } else {
            opened.completeExceptionally(new RegistryException(describe()
                    + (state == State.CLOSED
                            ? " is closed; make a new one"
                            : " is not initialised; call init() first")));
        }
        return opened;
    }

    @Override
    public String describe() {
        return "In-memory registry, namespace '" + namespace + "'";
    }

    @Override
    public <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker) {
        return shared.get(kind, maker);
    }

    @Override
    public void close() {
        // Closed without holding the lock: shared objects leave their jobs first, which needs sessions.
        shared.close();
        closeSessions();
    }

    private synchronized void closeSessions() {
        if (state == State.STARTED) {
            registry.delivery().post(() -> List.copyOf(sessions).forEach(MemorySession::close));
            registry.delivery().removeUser();
        }
        state = State.CLOSED;
    }

    private MemorySession open() {
        MemorySession session = new MemorySession(registry, registry.namespace(namespace), sessions::remove);
        sessions.add(session);
        return session;
    }
}
