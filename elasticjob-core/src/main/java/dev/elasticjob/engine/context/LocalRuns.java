package dev.elasticjob.engine.context;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The runs of a job on this instance, at most one for each item. */
public final class LocalRuns {

    private final Effects effects;
    private final NavigableMap<Integer, LocalRun> runs = new TreeMap<>();
    /** Runs that are recorded as failed although their code ignores the interruption. */
    private final Map<Integer, LocalRun> givenUp = new TreeMap<>();

    private boolean drainOver;

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

    /** Interrupts the code of all runs, because the session may end or the instance leaves. */
    public void interruptAll(String reason) {
        for (LocalRun run : runs.values()) {
            interrupt(run, Interruption.LOSS, reason);
        }
    }

    /** Interrupts the code of a run. Returns whether the run ends for this reason; a kill is stronger than a timeout. */
    public boolean interrupt(LocalRun run, Interruption why, String reason) {
        if (!run.isRunning()) {
            return false;
        }
        if (!run.isInterrupted()) {
            run.interrupted(why, effects.elapsed());
            effects.interrupt(run, reason);
        } else if (why == Interruption.KILL && run.interruption() == Interruption.TIMEOUT) {
            run.interrupted(why, run.interruptedAt());
        }
        return run.interruption() == why;
    }

    /** The instance leaves, and the time for its runs to end is over. */
    public void drainIsOver() {
        drainOver = true;
    }

    public boolean isDrainOver() {
        return drainOver;
    }

    // ---- code that was given up ----

    /** The end of a run is recorded while its code continues: this process does not start the item again until that ends. */
    public void giveUp(LocalRun run) {
        runs.remove(run.item(), run);
        givenUp.put(run.item(), run);
    }

    /** Returns whether code of an item that was given up still runs in this process. */
    public boolean isGivenUp(int item) {
        return givenUp.containsKey(item);
    }

    /** Code that was given up has ended. Returns whether the run was one of those. */
    public boolean givenUpEnded(LocalRun run) {
        return givenUp.remove(run.item(), run);
    }
}
