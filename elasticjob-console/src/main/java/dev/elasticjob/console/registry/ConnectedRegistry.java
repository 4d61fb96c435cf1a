package dev.elasticjob.console.registry;

import dev.elasticjob.console.registry.RegistryView.State;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.registry.RegistryException;
import java.time.Duration;

/** A registry and its connection, which is made when it is first needed. */
final class ConnectedRegistry {

    /** For so long nobody waits again for a registry that could not be reached. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final String name;
    private final String servers;
    private final String namespace;
    private final String digest;
    private volatile RegistryOperations operations;
    private volatile String problem = "";
    private long failedAt;

    ConnectedRegistry(String name, String servers, String namespace, String digest) {
        this.name = name;
        this.servers = servers;
        this.namespace = namespace;
        this.digest = digest;
    }

    String name() {
        return name;
    }

    RegistryView view(boolean configured) {
        State state = operations != null ? State.CONNECTED : problem.isEmpty() ? State.DISCONNECTED : State.FAILED;
        return new RegistryView(name, servers, namespace, !digest.isEmpty(), configured, state, problem);
    }

    RegistryOperations operations() {
        RegistryOperations open = operations;
        if (open != null) {
            return open;
        }
        synchronized (this) {
            if (operations == null && !problem.isEmpty() && System.nanoTime() - failedAt < PAUSE_NANOS) {
                throw new RegistryException("Registry '" + name + "' could not be reached just now: " + problem);
            }
            connect();
            return operations;
        }
    }

    synchronized void connect() {
        if (operations != null) {
            return;
        }
        try {
            operations = RegistryOperations.connect(servers, namespace, digest);
            problem = "";
        } catch (RegistryException unreachable) {
            problem = unreachable.getMessage();
            failedAt = System.nanoTime();
            throw unreachable;
        }
    }

    synchronized void disconnect() {
        problem = "";
        RegistryOperations last = operations;
        operations = null;
        if (last != null) {
            last.close();
        }
    }
}
