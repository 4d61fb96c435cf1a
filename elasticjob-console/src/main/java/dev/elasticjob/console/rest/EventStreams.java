package dev.elasticjob.console.rest;

import dev.elasticjob.console.history.HistoryDatabases;
import dev.elasticjob.console.net.Reachability;
import dev.elasticjob.console.problem.ProblemException;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.registry.RegistryEvents;
import dev.elasticjob.console.registry.RegistryEvents.Change;
import dev.elasticjob.console.registry.RegistryEvents.Subscription;
import dev.elasticjob.console.security.Admissions;
import dev.elasticjob.console.security.Admissions.Admission;
import dev.elasticjob.console.security.ConsoleUser;
import dev.elasticjob.console.security.Users;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Server-sent events: changed jobs and heartbeats. Each stream is written by its own task, which sends the events that
 * accumulated since its last write. A client that does not read delays no other client, and uses a bounded amount of memory.
 */
@Component
final class EventStreams implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private static final int MOST = 500;
    private static final int MOST_OF_USER = 20;

    /** Maximum duration of a stream. The browser then reconnects. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final RegistryEvents events;
    private final Registries registries;
    private final HistoryDatabases databases;
    private final Admissions admissions;
    private final InstantSource clock;
    private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> openByUser = new HashMap<>();
    private int open;

    private final ExecutorService senders = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "console-streams");
        thread.setDaemon(true);
        return thread;
    });

    EventStreams(
            RegistryEvents events,
            Registries registries,
            HistoryDatabases databases,
            Admissions admissions,
            InstantSource clock) {
        this.events = events;
        this.registries = registries;
        this.databases = databases;
        this.admissions = admissions;
        this.clock = clock;
        admissions.onChange(this::endRevoked);
    }

    /** @param jobs names of the changed jobs; empty if any job may have changed */
    record Changed(List<String> jobs) {}

    /** @param answeredAt time of the last response, by the console's clock */
    record Place(String name, Reachability.State state, Optional<Instant> answeredAt, String problem) {

        static Place of(String name, Reachability reachability) {
            return new Place(name, reachability.state(), reachability.answeredAt(), reachability.problem());
        }
    }

    /**
     * A heartbeat event.
     *
     * @param intervalSeconds time until the next heartbeat
     * @param history state of the data source; empty if the client named none
     */
    record Heartbeat(Instant at, long intervalSeconds, Place registry, Optional<Place> history) {}

    SseEmitter open(String registry, Optional<String> dataSource, HttpServletRequest request) {
        dataSource.ifPresent(databases::view);
        ConsoleUser user = Users.require();
        String key = user.way() + " " + user.name();
        reserve(key);
        try {
            Stream stream = new Stream(registry, dataSource, admissions.of(request));
            Subscription subscription = events.subscribe(registry, stream::offer);
            streams.add(stream);
            stream.emitter.onCompletion(() -> {
                if (streams.remove(stream)) {
                    release(key);
                    subscription.close();
                }
            });
            stream.emitter.onTimeout(stream.emitter::complete);
            stream.offer(Change.heartbeat());
            return stream.emitter;
        } catch (RuntimeException failed) {
            release(key);
            throw failed;
        }
    }

    private synchronized void reserve(String user) {
        int ofUser = openByUser.getOrDefault(user, 0);
        if (ofUser >= MOST_OF_USER) {
            throw new ProblemException(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "too-many-listeners",
                    "You have " + ofUser + " open event streams, which is the limit for one user. Close other pages");
        }
        if (open >= MOST) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "too-many-listeners",
                    MOST + " event streams are open, which is the limit. Try again later");
        }
        open++;
        openByUser.put(user, ofUser + 1);
    }

    private synchronized void release(String user) {
        open--;
        openByUser.computeIfPresent(user, (same, count) -> count == 1 ? null : count - 1);
    }

    private void endRevoked() {
        streams.stream().filter(stream -> !stream.isAdmitted()).forEach(stream -> stream.outbox.wake());
    }

    private void execute(Runnable task) {
        try {
            senders.execute(task);
        } catch (RejectedExecutionException closed) {
            LOG.debug("Dropped an event: the console is shutting down", closed);
        }
    }

    /** The stream of one client. */
    private final class Stream implements EventOutbox.Client {

        final SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
        final EventOutbox outbox = new EventOutbox(EventStreams.this::execute, this);
        private final Admission admission;
        private final String registry;
        private final Optional<String> dataSource;

        Stream(String registry, Optional<String> dataSource, Admission admission) {
            this.registry = registry;
            this.dataSource = dataSource;
            this.admission = admission;
        }

        /** Adds an event. Does not block. */
        void offer(Change change) {
            if (change.kind() == RegistryEvents.Kind.HEARTBEAT) {
                dataSource.ifPresent(this::probe);
            }
            outbox.offer(change);
        }

        private void probe(String name) {
            try {
                databases.probe(name, () -> outbox.offer(Change.heartbeat()));
            } catch (NoSuchElementException deleted) {
                LOG.debug("Data source '{}' was deleted", name, deleted);
            }
        }

        @Override
        public boolean isAdmitted() {
            return admission.holds();
        }

        @Override
        public void sendHeartbeat() throws IOException {
            emitter.send(SseEmitter.event().name("heartbeat").data(heartbeat()));
        }

        @Override
        public void sendChanged(List<String> jobs) throws IOException {
            emitter.send(SseEmitter.event().name("changed").data(new Changed(jobs)));
        }

        @Override
        public void end() {
            emitter.complete();
        }

        @Override
        public void fail(Exception failure) {
            LOG.debug("An event stream ended", failure);
            emitter.completeWithError(failure);
        }

        private Heartbeat heartbeat() {
            return new Heartbeat(
                    clock.instant(),
                    RegistryEvents.HEARTBEAT.toSeconds(),
                    Place.of(registry, known(() -> registries.reachability(registry))),
                    dataSource.map(name -> Place.of(name, known(() -> databases.reachability(name)))));
        }

        private static Reachability known(Supplier<Reachability> reachability) {
            try {
                return reachability.get();
            } catch (NoSuchElementException deleted) {
                return Reachability.unknown().lost(deleted.getMessage());
            }
        }
    }

    @Override
    public void close() {
        senders.shutdown();
    }
}
