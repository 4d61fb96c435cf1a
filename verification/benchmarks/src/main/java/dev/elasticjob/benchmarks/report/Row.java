package dev.elasticjob.benchmarks.report;

import dev.elasticjob.benchmarks.stats.Ratio;
import dev.elasticjob.benchmarks.stats.Verdict;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of the table.
 *
 * @param subject measured value of this project, with its unit
 * @param reference measured value of ElasticJob 3.0.4; empty where it was not measured
 * @param ratio factor by which this project is better
 * @param demanded minimum ratio
 * @param failed whether this project exceeded a bound that applies to it alone
 */
public record Row(
        String scenario,
        String what,
        String subject,
        String reference,
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

    /** Returns the verdict and its confidence. */
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

    /** Formats a value with three significant digits, or with all digits of the integer part if it has more. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 100 || size == Math.rint(size)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }
}
