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
 * Which run of an item was for which instant. An engine that tells it is believed. For one that does not, a run is for the
 * latest instant. If another was for that already, it was asked for by an operator, or is for the instant before, or takes
 * over a run that was lost, whatever there is; else it repeats the latest instant. That is to the engine's advantage.
 */
final class Served {

    /** An operator's request is written down when it has been made. */
    private static final long ASKED_SEEN = Duration.ofSeconds(2).toNanos();

    private final Map<Run, Long> instants = new HashMap<>();
    private final Set<Long> served = new HashSet<>();
    private final Map<Run, Run> repeated = new LinkedHashMap<>();
    private final List<Run> extra = new ArrayList<>();

    private Served() {}

    /** @param runs of one item, in the order of their begin */
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
        // One that was still running is an overlap, and counted as that.
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

    /** Whether a run for a later instant had begun before this one came: somebody's clock was ahead, and instants only grow. */
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

    /** The runs that repeat one that was completed, with that. */
    Map<Run, Run> repeated() {
        return repeated;
    }

    /** The runs that were for no instant. */
    List<Run> extra() {
        return extra;
    }
}
