package dev.elasticjob.scheduler;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The watches that the engine of a job has set in the current session. A watch that cannot be set is set again later. Used in
 * the job's mailbox only.
 */
final class JobWatches {

    private static final Duration RETRY = Duration.ofMillis(200);

    private final ReliableTimer timer;
    private final Mailbox mailbox;
    private final Guard guard;
    private final Consumer<Hint> engine;
    private final Map<String, Watch> watches = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private RegistrySession session;

    /** @param engine receives the hints of the current session */
    JobWatches(ReliableTimer timer, Mailbox mailbox, Guard guard, Consumer<Hint> engine) {
        this.timer = timer;
        this.mailbox = mailbox;
        this.guard = guard;
        this.engine = engine;
    }

    /** Forgets the watches of the session before, which have ended with it. */
    void sessionOpened(RegistrySession opened) {
        sessionLost();
        session = opened;
    }

    void sessionLost() {
        session = null;
        watches.clear();
        missing.clear();
    }

    void set(String path, Watch.Scope scope) {
        RegistrySession in = session;
        boolean isSet = guard.run(
                OutgoingCall.REGISTRY_WATCH,
                () -> watches.put(path, in.watch(path, scope, hint -> mailbox.post(() -> receive(in, hint)))));
        if (!isSet) {
            missing.add(path);
            timer.schedule(() -> mailbox.post(() -> retry(in, path, scope)), RETRY);
        }
    }

    private void receive(RegistrySession in, Hint hint) {
        if (in == session) {
            engine.accept(hint);
        }
    }

    private void retry(RegistrySession in, String path, Watch.Scope scope) {
        if (in == session && missing.remove(path)) {
            set(path, scope);
            // It may have changed before it was watched.
            engine.accept(new Hint(path, true));
        }
    }

    void remove(String path) {
        missing.remove(path);
        Optional.ofNullable(watches.remove(path)).ifPresent(this::close);
    }

    private void close(Watch watch) {
        guard.run(OutgoingCall.REGISTRY_UNWATCH, watch::close);
    }

    void close() {
        watches.values().forEach(this::close);
        sessionLost();
    }
}
