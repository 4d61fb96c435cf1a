package dev.elasticjob.chaos.analysis;

import dev.elasticjob.chaos.record.Run;
import dev.elasticjob.witness.TriedJob;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Maps the runs of an item to fire times. If the engine reports fire times, they are used. Otherwise a run is attributed
 * to the latest fire. If that fire already has a run, the run is attributed, whichever applies, to an operator's
 * request, to the previous fire, or to the failover of a lost run; if none applies, it counts as a repetition of the
 * latest fire. Ambiguity is always resolved in favour of the engine.
 */
final class Served {

    /** Allowance for the delay between an operator's request and its record, which is written after the request was made. */
    private static final long ASKED_SEEN = Duration.ofSeconds(2).toNanos();

    private final Map<Run, Long> instants = new HashMap<>();
    private final Set<Long> served = new HashSet<>();
    private final Map<Run, Run> repeated = new LinkedHashMap<>();
    private final List<Run> extra = new ArrayList<>();

    private Served() {}

    /** @param runs of one item, ordered by begin */
    static Served of(TriedJob job, List<Run> runs, Timeline time) {
        Served result = new Served();
        if (runs.stream().anyMatch(run -> run.scheduledAt().isPresent() || run.isAsked())) {
            result.told(runs);
        } else {
            result.guess(job, runs, time);
        }
        return result;
    }

    private void told(List<Run> runs) {
        Map<Long, Run> completed = new HashMap<>();
        for (Run run : runs) {
            if (run.scheduledAt().isEmpty()) {
                extra.add(run);
                continue;
            }
            long instant = run.scheduledAt().getAsLong();
            serve(run, instant, completed);
        }
    }

    private void serve(Run run, long instant, Map<Long, Run> completed) {
        Run before = completed.get(instant);
        // A previous run that was still executing is counted as an overlap instead.
        if (before != null && before.end() < run.begin()) {
            repeated.put(run, before);
        }
        if (run.outcome().isCompleted()) {
            completed.putIfAbsent(instant, run);
        }
        instants.put(run, instant);
        served.add(instant);
    }

    private void guess(TriedJob job, List<Run> runs, Timeline time) {
        long period = job.period().toMillis();
        Deque<Long> asked = new ArrayDeque<>(time.triggers(job.name()));
        Deque<Run> lost = new ArrayDeque<>();
        Map<Long, Run> completed = new HashMap<>();
        for (Run run : runs) {
            long latest = time.wall(run.begin()) / 1_000_000 / period * period;
            if (!served.contains(latest)) {
                serve(run, latest, completed);
            } else if (!asked.isEmpty() && asked.peek() < run.begin() + ASKED_SEEN) {
                asked.remove();
                extra.add(run);
            } else if (!served.contains(latest - period)) {
                serve(run, latest - period, completed);
            } else if (!lost.isEmpty() && time.over(lost.peek()) < run.begin()) {
                instants.put(run, instants.get(lost.remove()));
            } else {
                serve(run, latest, completed);
            }
            if (!run.outcome().isCompleted() && instants.containsKey(run)) {
                lost.add(run);
            }
        }
    }

    /**
     * Returns whether a run for a later fire had begun before this fire was due. The clock of a worker was ahead then,
     * and an engine never runs an earlier fire after a later one.
     */
    boolean isRunPast(long instant, long at) {
        return instants.entrySet().stream()
                .anyMatch(each -> each.getValue() > instant && each.getKey().begin() < at);
    }

    boolean isServed(long instant) {
        return served.contains(instant);
    }

    OptionalLong instant(Run run) {
        Long instant = instants.get(run);
        return instant == null ? OptionalLong.empty() : OptionalLong.of(instant);
    }

    /** Returns the runs that repeat a completed run, each with the completed run. */
    Map<Run, Run> repeated() {
        return repeated;
    }

    /** Returns the runs without a fire time. */
    List<Run> extra() {
        return extra;
    }
}
