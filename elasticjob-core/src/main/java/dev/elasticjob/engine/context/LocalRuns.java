package dev.elasticjob.engine.context;

import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The runs of a job on this instance, at most one for each item. */
public final class LocalRuns {

    private final Effects effects;
    private final NavigableMap<Integer, LocalRun> runs = new TreeMap<>();

    LocalRuns(Effects effects) {
        this.effects = effects;
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    public boolean has(int item) {
        return runs.containsKey(item);
    }

    public Optional<LocalRun> of(int item) {
        return Optional.ofNullable(runs.get(item));
    }

    /** Returns whether this is still the run of its item. */
    public boolean contains(LocalRun run) {
        return runs.get(run.item()) == run;
    }

    public Set<Integer> items() {
        return runs.keySet();
    }

    /** Returns the runs by item. */
    public Collection<LocalRun> all() {
        return runs.values();
    }

    /** Returns the runs at this moment; the caller may add and remove runs while it iterates. */
    public List<LocalRun> copy() {
        return List.copyOf(runs.values());
    }

    public boolean any(Predicate<LocalRun> condition) {
        return runs.values().stream().anyMatch(condition);
    }

    /** Returns whether the code of a run is in progress that was not interrupted: its end may follow soon. */
    public boolean mayEnd() {
        // From the last to the first: runs that began first have most often ended first.
        return runs.descendingMap().values().stream().anyMatch(run -> run.isRunning() && !run.isInterrupted());
    }

    public void put(LocalRun run) {
        runs.put(run.item(), run);
    }

    public void remove(int item) {
        runs.remove(item);
    }

    public void remove(LocalRun run) {
        runs.remove(run.item(), run);
    }

    public void interruptAll(String reason) {
        for (LocalRun run : runs.values()) {
            if (run.isRunning() && !run.isInterrupted()) {
                run.interrupted(effects.elapsed());
                effects.interrupt(run, reason);
            }
        }
    }
}
