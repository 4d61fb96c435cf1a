package dev.elasticjob.benchmarks.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Ratio of two samples with its 95 percent confidence interval, computed by bootstrap: both samples are resampled with
 * replacement many times, and the ratio of each pair is taken.
 */
public final class Ratio {

    private static final int DRAWS = 4_000;
    private static final long SEED = 20_260_701;

    private static final double CERTAIN = 0.95;

    private final double value;
    private final double[] drawn;
    private final double surest;

    private Ratio(double value, double[] drawn, double surest) {
        this.value = value;
        this.drawn = drawn;
        this.surest = surest;
    }

    /** Returns a ratio of exact counts, which has no uncertainty. */
    public static Ratio exact(double above, double below) {
        double value = below == 0 ? above == 0 ? 1 : Double.POSITIVE_INFINITY : above / below;
        return new Ratio(value, new double[] {value}, 1);
    }

    /** @param statistic compared statistic, such as {@link Samples#median} */
    public static Ratio of(Samples above, Samples below, ToDoubleFunction<Samples> statistic) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] drawn = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            drawn[i] = statistic.applyAsDouble(draw(above, random)) / statistic.applyAsDouble(draw(below, random));
        }
        Arrays.sort(drawn);
        return new Ratio(
                statistic.applyAsDouble(above) / statistic.applyAsDouble(below),
                drawn,
                surest(above.size(), below.size()));
    }

    /**
     * Returns the maximum confidence that samples of these sizes allow, however far apart they are: of all equally
     * likely orders of samples from one distribution, one has all samples of one side first.
     */
    private static double surest(int some, int others) {
        double orders = 1;
        for (int i = 1; i <= some; i++) {
            orders = orders * (others + i) / i;
        }
        return 1 - 1 / orders;
    }

    private static Samples draw(Samples from, SplittableRandom random) {
        double[] drawn = new double[from.size()];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = from.at(random.nextInt(from.size()));
        }
        return new Samples(drawn);
    }

    public double value() {
        return value;
    }

    public double low() {
        return drawn[(int) (0.025 * (drawn.length - 1))];
    }

    public double high() {
        return drawn[(int) Math.ceil(0.975 * (drawn.length - 1))];
    }

    public boolean isExact() {
        return drawn.length == 1;
    }

    /** Returns the fraction of draws in which the ratio is at least the demanded one, limited by the sample sizes. */
    public double sureness(double demanded) {
        double share =
                (double) Arrays.stream(drawn).filter(each -> each >= demanded).count() / drawn.length;
        return Math.min(surest, Math.max(1 - surest, share));
    }

    public Verdict against(double demanded) {
        if (surest < CERTAIN) {
            return Verdict.OPEN;
        }
        if (low() >= demanded) {
            return Verdict.MET;
        }
        return high() < demanded ? Verdict.MISSED : Verdict.OPEN;
    }
}
