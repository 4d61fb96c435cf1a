package dev.elasticjob.console.registry;

import dev.elasticjob.console.net.BoundedCalls;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the names of changed jobs, at most twice a second for each registry, and heartbeats. A registry is watched while it
 * has subscribers. This class does not block on a registry: blocking calls run on other threads.
 */
public final class RegistryEvents implements AutoCloseable {

    /** Interval of heartbeats, and of the probes whose results they carry. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RegistryEvents.class);
    private static final Duration COLLECTED_FOR = Duration.ofMillis(500);

    /** Maximum number of names in an event. A change of more jobs is published as a change of any job. */
    private static final int MOST_NAMES = 500;

    private final Registries registries;
    private final BoundedCalls calls;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "console-events");
        thread.setDaemon(true);
        return thread;
    });

    public RegistryEvents(Registries registries, BoundedCalls calls) {
        this.registries = registries;
        this.calls = calls;
        executor.scheduleAtFixedRate(
                this::heartbeat, HEARTBEAT.toMillis(), HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    public enum Kind {
        CHANGED,
        /** The stream is open, and the state of the registry has been updated. */
        HEARTBEAT,
        /** The registry was removed from the console; the stream ends. */
        GONE
    }

    /** @param jobs names of the changed jobs; empty if any job may have changed */
    public record Change(Kind kind, List<String> jobs) {

        public static Change heartbeat() {
            return new Change(Kind.HEARTBEAT, List.of());
        }
    }

    /** A subscription. {@link #close} cancels it. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Subscribes to the events of a registry.
     *
     * @param receiver called on the thread that serves all subscribers; it must not block
     * @throws NoSuchElementException if there is no such registry
     */
    public Subscription subscribe(String registry, Consumer<Change> receiver) {
        registries.get(registry);
        Channel channel = channels.computeIfAbsent(registry, Channel::new);
        channel.receivers.add(receiver);
        run(channel::watch);
        return () -> {
            channel.receivers.remove(receiver);
            run(channel::endIfUnused);
        };
    }

    private void heartbeat() {
        registries.probe(this::changedState);
        channels.values().forEach(channel -> {
            channel.watch();
            channel.publish(Change.heartbeat());
        });
    }

    /** Notifies the subscribers of the start or end of an outage without waiting for the next heartbeat. */
    private void changedState(String registry) {
        Channel channel = channels.get(registry);
        if (channel != null) {
            run(() -> channel.publish(Change.heartbeat()));
        }
    }

    private void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException closed) {
            LOG.debug("Dropped a task: the console is shutting down", closed);
        }
    }

    /** The channel of one registry. All methods except {@code happened} run on the executor's thread. */
    private final class Channel {

        private final String registry;
        final List<Consumer<Change>> receivers = new CopyOnWriteArrayList<>();
        private final Set<String> collected = new TreeSet<>();
        private boolean scheduled;
        private boolean opening;
        private Watch watch;

        Channel(String registry) {
            this.registry = registry;
        }

        /** Opens the watch if there is none. A failed attempt is retried with the next heartbeat. */
        void watch() {
            if (watch != null || opening || receivers.isEmpty()) {
                return;
            }
            opening = true;
            calls.execute(() -> {
                try {
                    Watch opened = registries.operations(registry).jobs().onChange(this::happened);
                    run(() -> opened(opened));
                } catch (NoSuchElementException gone) {
                    run(this::gone);
                } catch (RuntimeException unreachable) {
                    run(() -> failed(unreachable));
                }
            });
        }

        private void opened(Watch opened) {
            opening = false;
            watch = opened;
            endIfUnused();
            // Changes made before the watch was opened were not reported.
            publish(new Change(Kind.CHANGED, List.of()));
            publish(Change.heartbeat());
        }

        private void failed(RuntimeException unreachable) {
            opening = false;
            LOG.warn("Failed to watch registry '{}'; retrying: {}", registry, unreachable.getMessage());
            publish(Change.heartbeat());
        }

        private void gone() {
            opening = false;
            channels.remove(registry, this);
            publish(new Change(Kind.GONE, List.of()));
            receivers.clear();
        }

        /** Called on the registry's threads. */
        private void happened(String job) {
            synchronized (collected) {
                collected.add(job);
                if (scheduled || executor.isShutdown()) {
                    return;
                }
                scheduled = true;
            }
            executor.schedule(this::flush, COLLECTED_FOR.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void flush() {
            List<String> jobs;
            synchronized (collected) {
                jobs = new ArrayList<>(collected);
                collected.clear();
                scheduled = false;
            }
            boolean anything = jobs.contains("");
            if (anything) {
                // The session may have ended, and the watch with it.
                endWatch();
                watch();
            }
            publish(new Change(Kind.CHANGED, anything || jobs.size() > MOST_NAMES ? List.of() : jobs));
        }

        void publish(Change change) {
            receivers.forEach(each -> each.accept(change));
        }

        void endIfUnused() {
            if (receivers.isEmpty()) {
                endWatch();
            }
        }

        private void endWatch() {
            Watch last = watch;
            watch = null;
            if (last != null) {
                last.close();
            }
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
