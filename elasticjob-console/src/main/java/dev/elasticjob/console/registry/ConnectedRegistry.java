package dev.elasticjob.console.registry;

import dev.elasticjob.console.net.BoundedCalls;
import dev.elasticjob.console.net.Probe;
import dev.elasticjob.console.net.Reachability;
import dev.elasticjob.console.registry.RegistryView.State;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.registry.RegistryException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A registry and its connection, which is opened on first use. Another thread opens the connection. All callers wait for the
 * same attempt, each until its own deadline.
 */
final class ConnectedRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectedRegistry.class);

    /** Pause after a failed connection attempt. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final String name;
    private final RegistryAddress address;
    private final String namespace;
    private final String digest;
    private final BoundedCalls calls;
    private final Probe probe;
    private volatile RegistryOperations operations;
    private volatile String problem = "";
    private CompletableFuture<RegistryOperations> connecting;
    private long failedAt;

    ConnectedRegistry(
            String name,
            RegistryAddress address,
            String namespace,
            String digest,
            BoundedCalls calls,
            InstantSource clock) {
        this.name = name;
        this.address = address;
        this.namespace = namespace;
        this.digest = digest;
        this.calls = calls;
        this.probe = new Probe(calls, clock);
    }

    String name() {
        return name;
    }

    RegistryView view(boolean configured) {
        Reachability reachability = reachability();
        State state = reachability.state() == Reachability.State.UNREACHABLE
                ? State.FAILED
                : operations == null ? State.DISCONNECTED : State.CONNECTED;
        return new RegistryView(
                name, address.toString(), namespace, !digest.isEmpty(), configured, state, reachability.problem());
    }

    /** Returns the last known state. A failed connection attempt counts as a probe. */
    Reachability reachability() {
        return operations == null && !problem.isEmpty() ? probe.last().lost(problem) : probe.last();
    }

    /** Starts a round trip to the registry if there is a connection. */
    void probe(Runnable onChange) {
        RegistryOperations open = operations;
        if (open != null) {
            probe.start(open::ping, onChange);
        }
    }

    /** @throws RegistryException if there is no connection before the deadline */
    RegistryOperations operations() {
        RegistryOperations open = operations;
        if (open != null) {
            return open;
        }
        CompletableFuture<RegistryOperations> pending;
        synchronized (this) {
            if (operations == null
                    && connecting == null
                    && !problem.isEmpty()
                    && System.nanoTime() - failedAt < PAUSE_NANOS) {
                throw new RegistryException("Registry '" + name + "' could not be reached a moment ago: " + problem);
            }
            pending = startConnecting();
        }
        return await(pending);
    }

    void connect() {
        CompletableFuture<RegistryOperations> pending;
        synchronized (this) {
            pending = startConnecting();
        }
        await(pending);
    }

    private RegistryOperations await(CompletableFuture<RegistryOperations> pending) {
        return calls.await(
                pending,
                () -> new RegistryException("Registry '" + name + "' did not respond within "
                        + BoundedCalls.LIMIT.toSeconds() + " s. Connecting continues; try again"));
    }

    private CompletableFuture<RegistryOperations> startConnecting() {
        if (operations != null) {
            return CompletableFuture.completedFuture(operations);
        }
        if (connecting == null) {
            CompletableFuture<RegistryOperations> started = new CompletableFuture<>();
            connecting = started;
            calls.execute(() -> connect(started));
        }
        return connecting;
    }

    private void connect(CompletableFuture<RegistryOperations> started) {
        try {
            RegistryOperations opened = address.connect(namespace, digest, BoundedCalls.LIMIT);
            if (!isStillWanted(started, opened, "")) {
                opened.close();
            }
            started.complete(opened);
        } catch (RuntimeException unreachable) {
            isStillWanted(started, null, String.valueOf(unreachable.getMessage()));
            started.completeExceptionally(unreachable);
        }
    }

    private synchronized boolean isStillWanted(
            CompletableFuture<RegistryOperations> started, RegistryOperations opened, String why) {
        if (connecting != started) {
            return false;
        }
        connecting = null;
        operations = opened;
        problem = why;
        if (opened == null) {
            failedAt = System.nanoTime();
        } else {
            probe.succeeded();
        }
        return true;
    }

    /** Closes the connection. Returns when it is closed, or at the deadline; closing then continues in the background. */
    void disconnect() {
        RegistryOperations last;
        synchronized (this) {
            problem = "";
            connecting = null;
            last = operations;
            operations = null;
            probe.reset();
        }
        if (last != null) {
            close(last);
        }
    }

    private void close(RegistryOperations last) {
        try {
            calls.call(
                    () -> {
                        last.close();
                        return true;
                    },
                    () -> new RegistryException("no response within " + BoundedCalls.LIMIT.toSeconds() + " s"));
        } catch (RegistryException failed) {
            LOG.warn("Closing the connection to registry '{}' continues: {}", name, failed.getMessage());
        }
    }
}
