package dev.elasticjob.benchmarks.stats;

import java.util.Arrays;

/** Fits the weighted sum of two inputs to measured values. */
public final class LeastSquares {

    private LeastSquares() {}

    /** @return the two weights that minimize the sum of squared differences */
    public static double[] fit(double[][] inputs, double[] output) {
        double xx = 0;
        double xy = 0;
        double yy = 0;
        double xz = 0;
        double yz = 0;
        for (int i = 0; i < inputs.length; i++) {
            double x = inputs[i][0];
            double y = inputs[i][1];
            xx += x * x;
            xy += x * y;
            yy += y * y;
            xz += x * output[i];
            yz += y * output[i];
        }
        double determinant = xx * yy - xy * xy;
        if (Math.abs(determinant) < 1e-9 * xx * yy) {
            throw new IllegalArgumentException("The inputs do not differ enough to determine their factors");
        }
        return new double[] {(xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant};
    }

    /** Returns the coefficient of determination: the fraction of the output's variance that the fit explains, at most 1. */
    public static double explained(double[][] inputs, double[] output, double[] factors) {
        double mean = Arrays.stream(output).average().orElseThrow();
        double spread = 0;
        double left = 0;
        for (int i = 0; i < inputs.length; i++) {
            double guess = factors[0] * inputs[i][0] + factors[1] * inputs[i][1];
            spread += (output[i] - mean) * (output[i] - mean);
            left += (output[i] - guess) * (output[i] - guess);
        }
        return spread == 0 ? 1 : 1 - left / spread;
    }
}
