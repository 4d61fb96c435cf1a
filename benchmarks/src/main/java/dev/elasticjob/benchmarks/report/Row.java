package dev.elasticjob.benchmarks.report;

import dev.elasticjob.benchmarks.stats.Ratio;
import dev.elasticjob.benchmarks.stats.Verdict;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One line of the table.
 *
 * @param ours what was measured of ours, with its unit
 * @param theirs the same of ElasticJob's; empty where it was not measured
 * @param ratio how many times better ours is
 * @param demanded the least that the ratio shall be
 * @param failed whether a bound on ours alone was broken
 */
public record Row(
        String scenario,
        String what,
        String ours,
        String theirs,
        Optional<Ratio> ratio,
        OptionalDouble demanded,
        boolean failed) {

    public Verdict verdict() {
        if (failed) {
            return Verdict.MISSED;
        }
        return ratio.isPresent() && demanded.isPresent() ? ratio.get().against(demanded.getAsDouble()) : Verdict.MET;
    }

    String ratioText() {
        return ratio.map(each -> times(each.value())).orElse("");
    }

    String intervalText() {
        return ratio.map(each -> each.isExact() ? "exact" : number(each.low()) + " - " + number(each.high()))
                .orElse("");
    }

    String demandText() {
        return demanded.isPresent() ? times(demanded.getAsDouble()) : "";
    }

    /** How sure the verdict is. */
    String verdictText() {
        if (ratio.isEmpty() || demanded.isEmpty()) {
            return failed ? "MISSED" : "";
        }
        double sure = ratio.get().sureness(demanded.getAsDouble());
        return switch (verdict()) {
            case MET -> "met" + (ratio.get().isExact() ? "" : ", sure " + percent(sure));
            case OPEN -> "open, met with " + percent(sure);
            case MISSED -> "MISSED" + (ratio.get().isExact() ? "" : ", sure " + percent(1 - sure));
        };
    }

    private static String percent(double share) {
        return share > 0.999 ? ">99.9%" : String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }

    private static String times(double value) {
        return Double.isInfinite(value) ? "all" : number(value) + "x";
    }

    /** With three digits that count, more only where there are more before the point. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 100 || size == Math.rint(size)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }
}
