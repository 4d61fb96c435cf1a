package dev.elasticjob.benchmarks.stats;

import java.util.Arrays;
import java.util.Collection;

/** Repeated measurements in ascending order. */
public final class Samples {

    private final double[] sorted;

    public Samples(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("Nothing was measured");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    public static Samples of(Collection<Double> values) {
        return new Samples(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    public int size() {
        return sorted.length;
    }

    double at(int index) {
        return sorted[index];
    }

    /** Returns the smallest value that at least the given share of all values does not exceed; 0.5 yields the median. */
    public double quantile(double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    public double median() {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    /** Returns the samples multiplied by a factor, for example to convert the unit. */
    public Samples times(double factor) {
        return new Samples(Arrays.stream(sorted).map(value -> value * factor).toArray());
    }
}
