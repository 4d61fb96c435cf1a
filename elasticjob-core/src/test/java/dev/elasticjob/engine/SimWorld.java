package dev.elasticjob.engine;

import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.memory.MemoryTree;
import dev.elasticjob.registry.memory.TreeListener;
import dev.elasticjob.simulation.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A world in which time advances only when nothing is left to happen at the present moment: the registry, a queue of events, and a log. */
final class SimWorld implements TreeListener {

    static final Instant BEGINNING = Instant.parse("2026-03-01T00:00:00.500Z");

    static final int LARGEST_TRANSACTION = 900_000;

    /** A hundred times as many as a history has. */
    private static final long MOST_STEPS = 200_000;

    final SplittableRandom random;
    final MemoryTree tree;
    final List<SimSession> sessions = new ArrayList<>();
    final SimChecks checks;
    final SimPast past = new SimPast(this);
    int largestTransaction;
    /** Whether servers of the registry may be behind the others for a while. */
    boolean followersLag;
    /** How likely a message takes much longer than usual. */
    double slow = 0.02;
    /** How likely a hint is never delivered. */
    double lostHints;
    /** Of all instances. */
    EngineSettings settings = SimSettings.DEFAULT;
    /** By how much the registry's clock is ahead. */
    long registryClock;

    private final Timeline timeline = new Timeline();
    private final List<String> log;
    private long nextSession = 0x100;
    long steps;

    SimWorld(long seed, boolean tracing) {
        this(seed, tracing, LARGEST_TRANSACTION);
    }

    SimWorld(long seed, boolean tracing, int largestTransaction) {
        this.largestTransaction = largestTransaction;
        tree = new MemoryTree(new RegistryLimits(largestTransaction, 512 * 1024), this);
        random = new SplittableRandom(seed);
        log = tracing ? new ArrayList<>() : null;
        checks = new SimChecks(this);
    }

    long now() {
        return timeline.now();
    }

    Instant time() {
        return BEGINNING.plusMillis(now());
    }

    /** What the registry's clock shows. */
    Instant registryTime() {
        return time().plusMillis(registryClock);
    }

    long newSessionId() {
        return nextSession++;
    }

    void at(long when, Runnable what) {
        timeline.at(when, what);
    }

    void after(long delay, Runnable what) {
        timeline.after(delay, what);
    }

    /** Runs until this moment. */
    void runUntil(long end) {
        timeline.runUntil(end, () -> {
            if (++steps > MOST_STEPS) {
                throw new SimChecks.Violation("4: this does not end: " + steps + " steps");
            }
        });
    }

    void log(String format, Object... arguments) {
        if (log != null) {
            log.add(String.format("%8.3f  ", now() / 1000.0) + String.format(format, arguments));
        }
    }

    boolean isTracing() {
        return log != null;
    }

    List<String> history() {
        return log == null ? List.of() : log;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** From 0 to {@code most}, small ones more often. */
    long skewed(long most) {
        double uniform = random.nextDouble();
        return (long) (uniform * uniform * (most + 1));
    }

    // ---- notifications of the registry ----

    @Override
    public void created(String path) {
        changed(path, true);
    }

    @Override
    public void deleted(String path) {
        checks.deleted(path);
        changed(path, true);
    }

    @Override
    public void dataSet(String path) {
        changed(path, false);
    }

    private void changed(String path, boolean listToo) {
        checks.changed(path);
        if (followersLag) {
            past.changed(path);
        }
        Hint hint = new Hint(path, false);
        sessions.removeIf(session -> !session.alive);
        for (SimSession session : sessions) {
            session.changed(hint, listToo);
        }
    }
}
