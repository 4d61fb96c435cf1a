package dev.elasticjob.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Holds shared objects, for implementations of {@link CoordinatorRegistryCenter#shared}. */
public final class SharedObjects implements AutoCloseable {

    private final Map<Class<?>, AutoCloseable> objects = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Returns the object of a kind, and creates it on the first call.
     *
     * @throws RegistryException if the shared objects are closed
     */
    public synchronized <T extends AutoCloseable> T get(Class<T> kind, Supplier<T> maker) {
        if (closed) {
            throw new RegistryException("The registry center is closed: start jobs before, or on another one");
        }
        return kind.cast(objects.computeIfAbsent(kind, key -> maker.get()));
    }

    /** Closes the objects in reverse order of their creation. */
    @Override
    public void close() {
        List<AutoCloseable> open;
        synchronized (this) {
            closed = true;
            open = new ArrayList<>(objects.values());
            objects.clear();
        }
        Collections.reverse(open);
        RegistryException problem = null;
        for (AutoCloseable each : open) {
            try {
                each.close();
            } catch (Exception thrown) {
                if (problem == null) {
                    problem = new RegistryException("Could not close " + each, thrown);
                } else {
                    problem.addSuppressed(thrown);
                }
            }
        }
        if (problem != null) {
            throw problem;
        }
    }
}
