package dev.elasticjob.chaos;

import dev.elasticjob.chaos.analysis.Finding.Kind;
import dev.elasticjob.chaos.analysis.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a report as Markdown. */
final class Table {

    private final Report report;

    Table(Report report) {
        this.report = report;
    }

    /** Returns the totals of all findings. */
    List<String> summary(String title) {
        List<String> lines = new ArrayList<>(List.of("| counted | " + title + " |", "|---|---|"));
        int faults =
                report.faults().values().stream().mapToInt(Integer::intValue).sum();
        lines.add("| faults | " + faults + " |");
        lines.add("| fires of items / runs / failed over | " + report.instants() + " / " + report.runs() + " / "
                + report.takeOvers() + " |");
        for (Kind kind : Kind.values()) {
            String longest = kind.name().startsWith("OVERLAP") && report.count(kind) > 0
                    ? ", at most " + report.longest(kind) / 1_000_000 + " ms"
                    : "";
            lines.add("| " + kind.title() + " | " + report.count(kind) + longest + " |");
        }
        lines.add("| longest gap of an item, whatever the reason | " + seconds(report.longestGap()) + " s |");
        lines.add("| longest part of such a gap in which nothing was in the way | " + seconds(report.longestUnused())
                + " s |");
        lines.add("| not judged, because the machine itself was paused | " + seconds(report.stalled()) + " s |");
        lines.add("| all items run again after a fault, p50 / p99 / max | " + distribution(report.allRecoveries())
                + " |");
        return lines;
    }

    /** Returns the findings per fault. */
    List<String> byFault() {
        List<String> lines = new ArrayList<>(List.of(
                "| fault | times | promises broken | overlaps refusable | repeated, end not recorded | run again"
                        + " after, p50 / p99 / max |",
                "|---|---|---|---|---|---|"));
        report.faults().forEach((fault, times) -> {
            long broken = report.broken().stream()
                    .filter(each -> each.fault().equals(fault))
                    .count();
            lines.add("| " + fault + " | " + times + " | " + broken + " | "
                    + report.count(Kind.OVERLAP_REFUSABLE, fault) + " | " + report.count(Kind.REPEATED, fault) + " | "
                    + distribution(report.recoveries().getOrDefault(fault, List.of())) + " |");
        });
        return lines;
    }

    static String distribution(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.isEmpty()
                ? "-"
                : seconds(at(sorted, 0.5)) + " / " + seconds(at(sorted, 0.99)) + " / " + seconds(at(sorted, 1)) + " s";
    }

    private static long at(List<Long> sorted, double share) {
        return sorted.get((int) Math.max(0, Math.ceil(share * sorted.size()) - 1));
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e9);
    }
}
