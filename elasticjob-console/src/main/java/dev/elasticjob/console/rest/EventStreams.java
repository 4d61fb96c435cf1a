package dev.elasticjob.console.rest;

import dev.elasticjob.console.problem.ProblemException;
import dev.elasticjob.console.registry.RegistryEvents;
import dev.elasticjob.console.registry.RegistryEvents.Change;
import dev.elasticjob.console.registry.RegistryEvents.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What changes, told to browsers as long as they listen. */
final class EventStreams {

    private static final int MOST = 200;

    /** Then a browser connects again, which also asks anew who it is. */
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final RegistryEvents events;
    private final AtomicInteger open = new AtomicInteger();

    EventStreams(RegistryEvents events) {
        this.events = events;
    }

    /** @param jobs that something happened to; empty when anything may have: look at everything again */
    record Changed(List<String> jobs) {}

    SseEmitter open(String registry) {
        if (open.incrementAndGet() > MOST) {
            open.decrementAndGet();
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "too-many-listeners",
                    MOST + " others listen already; look again from time to time instead");
        }
        SseEmitter emitter = new SseEmitter(LONGEST.toMillis());
        try {
            Subscription subscription = events.subscribe(registry, change -> send(emitter, change));
            emitter.onCompletion(() -> {
                open.decrementAndGet();
                subscription.close();
            });
            emitter.onTimeout(emitter::complete);
            send(emitter, Change.alive());
        } catch (RuntimeException failed) {
            open.decrementAndGet();
            throw failed;
        }
        return emitter;
    }

    private static void send(SseEmitter emitter, Change change) {
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
}
