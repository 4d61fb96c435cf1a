package dev.elasticjob.chaos.analysis;

import dev.elasticjob.chaos.analysis.Finding.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was found.
 *
 * @param instants of items that should have run
 * @param runs that began
 * @param longestGap between two runs of an item of the fast job, in nanoseconds, whatever the reason
 * @param longestUnused how much of such a gap somebody could have run it, had it been given the item
 * @param stalled how long nothing was judged because the machine had stood still, in nanoseconds
 * @param recoveries for each fault, how long it took until every item had run again, in nanoseconds
 * @param faults how often each fault was there
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

    /** The promises that were not kept. */
    public List<Finding> broken() {
        return findings.stream().filter(each -> each.kind().isBroken()).toList();
    }

    /** The longest that something of this kind lasted. */
    public long longest(Kind... kinds) {
        List<Kind> wanted = Arrays.asList(kinds);
        return findings.stream()
                .filter(each -> wanted.contains(each.kind()))
                .mapToLong(Finding::nanos)
                .max()
                .orElse(0);
    }

    /** How long it took to recover, of all faults. */
    public List<Long> allRecoveries() {
        return recoveries.values().stream().flatMap(List::stream).sorted().toList();
    }

    /** Of one try after the other. */
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
