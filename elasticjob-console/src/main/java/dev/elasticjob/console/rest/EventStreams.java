package dev.elasticjob.console.rest;

import dev.elasticjob.console.problem.ProblemException;
import dev.elasticjob.console.registry.RegistryEvents;
import dev.elasticjob.console.registry.RegistryEvents.Change;
import dev.elasticjob.console.registry.RegistryEvents.Subscription;
import dev.elasticjob.console.security.Admissions;
import dev.elasticjob.console.security.Admissions.Admission;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What changes, told to browsers as long as they listen and may. */
@Component
final class EventStreams implements AutoCloseable {

    private static final int MOST = 200;

    /** Then a browser connects again. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final RegistryEvents events;
    private final Admissions admissions;
    private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();

    /** Ending a stream waits for what is being written to it, and whoever reads it may be slow. */
    private final ExecutorService enders = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "console-streams");
        thread.setDaemon(true);
        return thread;
    });

    private record Stream(SseEmitter emitter, Admission admission) {}

    EventStreams(RegistryEvents events, Admissions admissions) {
        this.events = events;
        this.admissions = admissions;
        admissions.onChange(this::endWhatMayNotGoOn);
    }

    /** @param jobs that something happened to; empty when anything may have: look at everything again */
    record Changed(List<String> jobs) {}

    SseEmitter open(String registry, HttpServletRequest request) {
        if (open.incrementAndGet() > MOST) {
            open.decrementAndGet();
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "too-many-listeners",
                    MOST + " others listen already; look again from time to time instead");
        }
        SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
        try {
            Stream stream = new Stream(emitter, admissions.of(request));
            Subscription subscription = events.subscribe(registry, change -> send(stream, change));
            emitter.onCompletion(() -> {
                open.decrementAndGet();
                streams.remove(stream);
                subscription.close();
            });
            emitter.onTimeout(emitter::complete);
            streams.add(stream);
            send(stream, Change.alive());
        } catch (RuntimeException failed) {
            open.decrementAndGet();
            throw failed;
        }
        return emitter;
    }

    private void endWhatMayNotGoOn() {
        streams.stream()
                .filter(stream -> !stream.admission().holds())
                .forEach(stream -> enders.execute(stream.emitter()::complete));
    }

    private static void send(Stream stream, Change change) {
        SseEmitter emitter = stream.emitter();
        if (!stream.admission().holds()) {
            emitter.complete();
            return;
        }
        try {
            switch (change.kind()) {
                case ALIVE -> emitter.send(SseEmitter.event().comment("here"));
                case CHANGED -> emitter.send(SseEmitter.event().name("changed").data(new Changed(change.jobs())));
                case GONE -> emitter.complete();
            }
        } catch (IOException gone) {
            emitter.completeWithError(gone);
            throw new UncheckedIOException(gone);
        }
    }

    @Override
    public void close() {
        enders.shutdown();
    }
}
