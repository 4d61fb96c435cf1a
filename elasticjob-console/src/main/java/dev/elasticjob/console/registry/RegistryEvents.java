package dev.elasticjob.console.registry;

import dev.elasticjob.registry.RegistryException;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which jobs have changed, at most twice a second for each registry however much happens there. A registry is watched
 * while somebody listens.
 */
public final class RegistryEvents implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryEvents.class);
    private static final Duration COLLECTED_FOR = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration HEARTBEAT = Duration.ofSeconds(20);

    /** Beyond this many jobs a list says less than "look again at everything". */
    private static final int MOST_NAMES = 500;

    private final Registries registries;
    private final Map<String, Channel> channels = new ConcurrentHashMap<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "console-events");
        thread.setDaemon(true);
        return thread;
    });

    public RegistryEvents(Registries registries) {
        this.registries = registries;
        executor.scheduleAtFixedRate(
                this::heartbeat, HEARTBEAT.toMillis(), HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What is told. */
    public enum Kind {
        CHANGED,
        /** Nothing but that the line is open. */
        ALIVE,
        /** The registry was taken away; nothing more will come. */
        GONE
    }

    /** @param jobs what changed, by name; empty when anything may have */
    public record Change(Kind kind, List<String> jobs) {

        public static Change alive() {
            return new Change(Kind.ALIVE, List.of());
        }
    }

    /** Somebody's place in the line; closing it ends it. */
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    /** @throws RegistryException when the registry cannot be reached */
    public Subscription subscribe(String registry, Consumer<Change> receiver) {
        registries.operations(registry);
        Channel channel = channels.computeIfAbsent(registry, Channel::new);
        channel.receivers.add(receiver);
        executor.execute(channel::watch);
        return () -> {
            channel.receivers.remove(receiver);
            executor.execute(channel::endIfUnused);
        };
    }

    private void heartbeat() {
        channels.values().forEach(channel -> channel.tell(Change.alive()));
    }

    /** One registry. Everything but {@code happened} runs on the executor's thread. */
    private final class Channel {

        private final String registry;
        final List<Consumer<Change>> receivers = new CopyOnWriteArrayList<>();
        private final Set<String> collected = new TreeSet<>();
        private boolean scheduled;
        private Watch watch;

        Channel(String registry) {
            this.registry = registry;
        }

        void watch() {
            if (watch != null || receivers.isEmpty()) {
                return;
            }
            try {
                watch = registries.operations(registry).jobs().onChange(this::happened);
            } catch (NoSuchElementException gone) {
                channels.remove(registry, this);
                tell(new Change(Kind.GONE, List.of()));
                receivers.clear();
            } catch (RuntimeException unreachable) {
                LOG.warn("Registry '{}' cannot be watched, trying again: {}", registry, unreachable.getMessage());
                executor.schedule(this::watch, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        /** On the registry's threads. */
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
                // The session may be over, and the watch with it.
                endWatch();
                watch();
            }
            tell(new Change(Kind.CHANGED, anything || jobs.size() > MOST_NAMES ? List.of() : jobs));
        }

        void tell(Change change) {
            for (Consumer<Change> each : receivers) {
                try {
                    each.accept(change);
                } catch (RuntimeException gone) {
                    LOG.debug("A listener to registry '{}' is gone", registry, gone);
                    receivers.remove(each);
                }
            }
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
