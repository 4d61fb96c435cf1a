package dev.elasticjob.chaos.analysis;

import dev.elasticjob.chaos.analysis.Finding.Kind;
import dev.elasticjob.chaos.analysis.Timeline.FaultTime;
import dev.elasticjob.chaos.record.History;
import dev.elasticjob.chaos.record.Run;
import dev.elasticjob.chaos.record.Run.Outcome;
import dev.elasticjob.witness.TriedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;

/** Detects violated guarantees in the records. The rules are the same for every engine. */
public final class Analyser {

    private static final long STEP = Duration.ofMillis(50).toNanos();

    /** A fire is lost when an instance could have run the item for this long and did not. */
    private static final long ENOUGH_TO_START = Duration.ofMillis(1500).toNanos();

    private static final long ENOUGH_TO_TAKE_OVER = Duration.ofSeconds(4).toNanos();
    private static final long STUCK = Duration.ofSeconds(30).toNanos();

    private static final long TRIGGER_SEEN = Duration.ofSeconds(2).toNanos();
    private static final long TRIGGER_LIMIT = Duration.ofSeconds(15).toNanos();

    private static final String CLOCK = "clock";

    private final History history;
    private final Timeline time;
    private final List<Finding> findings = new ArrayList<>();
    private long instants;
    private long longestGap;
    private long longestUnused;

    private Analyser(History history) {
        this.history = history;
        time = new Timeline(history.events());
    }

    public static Report analyse(History history) {
        return new Analyser(history).report();
    }

    private Report report() {
        for (TriedJob job : TriedJob.ALL) {
            List<Run> runs = history.runs().stream()
                    .filter(run -> run.job().equals(job.name()))
                    .toList();
            Map<Integer, List<Run>> byItem =
                    runs.stream().collect(Collectors.groupingBy(Run::item, TreeMap::new, Collectors.toList()));
            for (int item = 0; item < job.items(); item++) {
                byItem.computeIfAbsent(item, key -> new ArrayList<>());
            }
            byItem.forEach((item, of) -> {
                Served served = Served.of(job, of, time);
                findLost(job, item, of, served);
                findRepeated(job, item, served);
                findOverlaps(job, item, of);
                findTokens(job, item, of);
                findOrphans(job, item, of, served);
                findGaps(job, item, of);
            });
            findTotals(job, runs);
            findTriggers(job, byItem);
        }
        time.hung().forEach((pid, at) -> found(Kind.HANGS, at, 0, "process " + pid));
        time.died().forEach((pid, at) -> found(Kind.DIED, at, 0, "process " + pid));
        findings.sort(Comparator.comparingLong(Finding::at));
        return new Report(
                findings,
                instants,
                history.runs().size(),
                history.runs().stream().filter(run -> run.attempt() > 1).count(),
                longestGap,
                longestUnused,
                time.stalled(),
                recoveries(),
                time.faults().stream()
                        .collect(Collectors.groupingBy(
                                fault -> fault.name, TreeMap::new, Collectors.summingInt(f -> 1))));
    }

    private void found(Kind kind, long at, long nanos, String text) {
        findings.add(new Finding(
                kind, at, time.faultAt(at), nanos, Instant.ofEpochMilli(time.wall(at) / 1_000_000) + " " + text));
    }

    private static String name(TriedJob job, int item) {
        return job.name() + " item " + item + ": ";
    }

    private static String name(Run run) {
        return "run " + run.number() + " of process " + run.pid() + " (token "
                + (run.token().isPresent() ? run.token().getAsLong() : "none") + ", attempt " + run.attempt() + ", "
                + run.source() + ", " + run.outcome() + ")";
    }

    // ---- fires ----

    private void findLost(TriedJob job, int item, List<Run> runs, Served served) {
        long period = job.period().toNanos();
        long first = (time.wall(time.begin()) / period + 1) * period;
        // The period of the last fire must have ended before the end of the trial.
        for (long wall = first; wall + period <= time.wall(time.end()); wall += period) {
            long from = wall - time.wall(0);
            long to = from + period;
            if (item >= time.total(job, from, to)) {
                continue;
            }
            instants++;
            if (!served.isServed(wall / 1_000_000)
                    && !served.isRunPast(wall / 1_000_000, from)
                    && longest(from, to, at -> time.couldRun(job, item, at, runs)) >= ENOUGH_TO_START) {
                found(Kind.LOST, from, 0, name(job, item) + "nothing ran for this instant");
            }
        }
    }

    /** Returns the length of the longest interval in which the condition holds. */
    private static long longest(long from, long to, LongPredicate condition) {
        long longest = 0;
        long since = from;
        for (long at = from; at < to; at += STEP) {
            if (!condition.test(at)) {
                since = at + STEP;
            }
            longest = Math.max(longest, at + STEP - since);
        }
        return longest;
    }

    private void findRepeated(TriedJob job, int item, Served served) {
        served.repeated().forEach((again, completed) -> {
            boolean mayBeUnrecorded =
                    time.isDisturbed(completed.pid(), completed.begin(), completed.end() + Timeline.TO_RECORD);
            found(
                    mayBeUnrecorded ? Kind.REPEATED : Kind.DOUBLED,
                    again.begin(),
                    0,
                    name(job, item) + name(again) + " repeats " + name(completed));
        });
    }

    private void findOrphans(TriedJob job, int item, List<Run> runs, Served served) {
        for (Run run : runs) {
            OptionalLong instant = served.instant(run);
            if (run.outcome().isCompleted() || instant.isEmpty() || time.over(run) == Run.NEVER) {
                continue;
            }
            long lost = time.over(run);
            long next = time.atWallMillis(instant.getAsLong()) + job.period().toNanos();
            if (next > time.end() || item >= time.total(job, lost, next)) {
                continue;
            }
            boolean taken = runs.stream().anyMatch(other -> other.begin() > run.begin() && other.begin() < next);
            if (!taken && longest(lost, next, at -> time.couldRun(job, item, at, runs)) >= ENOUGH_TO_TAKE_OVER) {
                found(Kind.ORPHAN, lost, 0, name(job, item) + name(run) + " was never taken over");
            }
        }
    }

    private void findTriggers(TriedJob job, Map<Integer, List<Run>> byItem) {
        for (long asked : time.triggers(job.name())) {
            int total = time.total(job, asked - TRIGGER_SEEN, asked + TRIGGER_SEEN);
            for (int item = 0; item < total; item++) {
                List<Run> runs = byItem.getOrDefault(item, List.of());
                boolean ran = Served.of(job, runs, time).extra().stream()
                        .anyMatch(run -> run.begin() >= asked - TRIGGER_SEEN && run.begin() <= asked + TRIGGER_LIMIT);
                if (!ran) {
                    found(Kind.TRIGGER, asked, 0, name(job, item) + "did not run");
                }
            }
        }
    }

    // ---- overlaps ----

    private void findOverlaps(TriedJob job, int item, List<Run> runs) {
        forEachMeeting(runs, (first, second, nanos) -> {
            Kind kind = Kind.OVERLAP;
            if (time.wasPaused(first.pid(), first.begin(), second.begin())) {
                kind = isRefusable(first, second) ? Kind.OVERLAP_REFUSABLE : Kind.OVERLAP_NOT_REFUSABLE;
            }
            found(kind, second.begin(), nanos, name(job, item) + name(first) + " and " + name(second));
        });
    }

    private static boolean isRefusable(Run first, Run second) {
        return first.token().isPresent()
                && second.token().isPresent()
                && first.token().getAsLong() < second.token().getAsLong();
    }

    private void findTotals(TriedJob job, List<Run> runs) {
        forEachMeeting(runs, (first, second, nanos) -> {
            if (first.total() != second.total() && !time.wasPaused(first.pid(), first.begin(), second.begin())) {
                found(
                        Kind.TOTALS,
                        second.begin(),
                        nanos,
                        job.name() + ": item " + first.item() + " of " + first.total() + " and item " + second.item()
                                + " of " + second.total());
            }
        });
    }

    private interface Meeting {
        void of(Run first, Run second, long nanos);
    }

    /** Passes each pair of runs that were executing at the same time. A paused process does not count as executing. */
    private void forEachMeeting(List<Run> runs, Meeting meeting) {
        List<Run> open = new ArrayList<>();
        for (Run run : runs) {
            open.removeIf(other -> time.over(other) <= run.begin());
            for (Run other : open) {
                long until = Math.min(Math.min(time.over(other), time.over(run)), time.end());
                long nanos = Math.min(
                        time.awake(other.pid(), run.begin(), until), time.awake(run.pid(), run.begin(), until));
                if (nanos > 0) {
                    meeting.of(other, run, nanos);
                }
            }
            open.add(run);
        }
    }

    private void findTokens(TriedJob job, int item, List<Run> runs) {
        Run highest = null;
        for (Run run : runs) {
            if (run.token().isEmpty()) {
                continue;
            }
            boolean isHigher =
                    highest == null || run.token().getAsLong() > highest.token().getAsLong();
            // A run started before a pause may be recorded only after the pause.
            if (!isHigher && !time.wasPaused(run.pid(), highest.begin() - STUCK, run.begin())) {
                found(Kind.TOKEN, run.begin(), 0, name(job, item) + name(run) + " after " + name(highest));
            }
            highest = isHigher ? run : highest;
        }
    }

    // ---- gaps ----

    private void findGaps(TriedJob job, int item, List<Run> runs) {
        List<Long> begins = new ArrayList<>(List.of(time.begin()));
        runs.stream()
                .map(Run::begin)
                .filter(at -> at > time.begin() && at < time.end())
                .forEach(begins::add);
        begins.add(time.end());
        for (int i = 1; i < begins.size(); i++) {
            long from = begins.get(i - 1);
            long to = begins.get(i);
            if (to - from <= 2 * job.period().toNanos()) {
                continue;
            }
            long unused = longest(from, to, at -> time.isAnybodyThere(job, item, at, runs));
            if (job == TriedJob.FAST && item < job.items()) {
                longestGap = Math.max(longestGap, to - from);
                longestUnused = Math.max(longestUnused, unused);
            }
            if (unused > job.period().toNanos() + STUCK) {
                found(Kind.STUCK, from, unused, name(job, item) + "did not run");
            }
        }
    }

    /** Returns, per fault, the times from when recovery is possible until every item of the fast job has run again. */
    private Map<String, List<Long>> recoveries() {
        TriedJob job = TriedJob.FAST;
        Map<String, List<Long>> result = new TreeMap<>();
        Map<Integer, TreeSet<Long>> begins = new TreeMap<>();
        for (Run run : history.runs()) {
            boolean counts = run.job().equals(job.name()) && !run.isAsked();
            if (counts && run.outcome() != Outcome.INTERRUPTED) {
                begins.computeIfAbsent(run.item(), key -> new TreeSet<>()).add(run.begin());
            }
        }
        for (FaultTime fault : time.faults()) {
            if (time.isClockWrong(fault.clear()) && !fault.name.equals(CLOCK)) {
                // A worker whose clock was ahead has run fires in advance, so its items wait until the time of day
                // catches up.
                continue;
            }
            long recovered = recovered(begins, fault.clear());
            // Another fault may have made the registry unavailable in the meantime.
            long from = Math.max(fault.clear(), time.lastRegistryUp(fault.clear(), recovered));
            result.computeIfAbsent(fault.name, key -> new ArrayList<>()).add(recovered(begins, from) - from);
        }
        return result;
    }

    /** Returns the time at which every item of the fast job has begun after the given time. */
    private long recovered(Map<Integer, TreeSet<Long>> begins, long after) {
        long last = after;
        for (int item = 0; item < TriedJob.FAST.items(); item++) {
            Long next = begins.getOrDefault(item, new TreeSet<>()).higher(after);
            last = Math.max(last, next == null ? time.end() : next);
        }
        return last;
    }
}
