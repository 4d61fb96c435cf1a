package dev.elasticjob.chaos.analysis;

import dev.elasticjob.chaos.analysis.Finding.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of the analysis of one or more trials.
 *
 * @param instants number of item fires that were due
 * @param runs number of runs that began
 * @param longestGap longest time between two runs of an item of the fast job, in nanoseconds, whatever its cause
 * @param longestUnused longest part of such a gap in which an instance could have run the item if it had owned it, in
 *     nanoseconds
 * @param stalled time excluded from the analysis because the machine had stalled, in nanoseconds
 * @param recoveries times until every item had run again, in nanoseconds, per fault
 * @param faults number of occurrences of each fault
 */
public record Report(
        List<Finding> findings,
        long instants,
        long runs,
        long takeOvers,
        long longestGap,
        long longestUnused,
        long stalled,
        Map<String, List<Long>> recoveries,
        Map<String, Integer> faults) {

    public Report {
        findings = List.copyOf(findings);
    }

    public long count(Kind kind) {
        return findings.stream().filter(each -> each.kind() == kind).count();
    }

    public long count(Kind kind, String fault) {
        return findings.stream()
                .filter(each -> each.kind() == kind && each.fault().equals(fault))
                .count();
    }

    /** Returns the findings that violate a guarantee. */
    public List<Finding> broken() {
        return findings.stream().filter(each -> each.kind().isBroken()).toList();
    }

    /** Returns the duration of the longest finding of the given kinds. */
    public long longest(Kind... kinds) {
        List<Kind> wanted = Arrays.asList(kinds);
        return findings.stream()
                .filter(each -> wanted.contains(each.kind()))
                .mapToLong(Finding::nanos)
                .max()
                .orElse(0);
    }

    /** Returns the recovery times of all faults. */
    public List<Long> allRecoveries() {
        return recoveries.values().stream().flatMap(List::stream).sorted().toList();
    }

    /** Returns the combined report of two consecutive trials. */
    public Report plus(Report other) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(other.findings);
        Map<String, List<Long>> times = new TreeMap<>();
        recoveries.forEach((fault, each) -> times.put(fault, new ArrayList<>(each)));
        other.recoveries.forEach((fault, each) ->
                times.computeIfAbsent(fault, key -> new ArrayList<>()).addAll(each));
        Map<String, Integer> counts = new TreeMap<>(faults);
        other.faults.forEach((fault, count) -> counts.merge(fault, count, Integer::sum));
        return new Report(
                all,
                instants + other.instants,
                runs + other.runs,
                takeOvers + other.takeOvers,
                Math.max(longestGap, other.longestGap),
                Math.max(longestUnused, other.longestUnused),
                stalled + other.stalled,
                times,
                counts);
    }
}
