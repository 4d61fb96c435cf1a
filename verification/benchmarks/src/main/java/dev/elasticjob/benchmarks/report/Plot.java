package dev.elasticjob.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** An SVG plot with logarithmic axes, because the compared values differ by orders of magnitude. */
public final class Plot {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;
    private static final int LEFT = 80;
    private static final int RIGHT = 150;
    private static final int TOP = 40;
    private static final int BOTTOM = 60;
    private static final List<String> COLOURS = List.of("#1f6feb", "#d1495b", "#2a9d5c", "#8250df");

    private record Series(String name, List<double[]> points) {}

    private final String title;
    private final String across;
    private final String up;
    private final List<Series> all = new ArrayList<>();

    public Plot(String title, String across, String up) {
        this.title = title;
        this.across = across;
        this.up = up;
    }

    /** @param points pairs of numbers; pairs with a number that is not positive are skipped */
    public void series(String name, List<double[]> points) {
        all.add(new Series(
                name,
                points.stream()
                        .filter(point -> point[0] > 0 && point[1] > 0)
                        .sorted(Comparator.comparingDouble(point -> point[0]))
                        .toList()));
    }

    public String svg() {
        double[] x = bounds(0);
        double[] y = bounds(1);
        StringBuilder svg = new StringBuilder();
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                WIDTH,
                HEIGHT);
        line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        line(svg, "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>", LEFT, escape(title));
        for (double at = x[0]; at <= x[1]; at++) {
            double px = LEFT + (at - x[0]) / (x[1] - x[0]) * (WIDTH - LEFT - RIGHT);
            line(
                    svg,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>",
                    px,
                    TOP,
                    px,
                    HEIGHT - BOTTOM);
            line(
                    svg,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    px,
                    HEIGHT - BOTTOM + 18,
                    power(at));
        }
        for (double at = y[0]; at <= y[1]; at++) {
            double py = HEIGHT - BOTTOM - (at - y[0]) / (y[1] - y[0]) * (HEIGHT - TOP - BOTTOM);
            line(
                    svg,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
                    LEFT,
                    py,
                    WIDTH - RIGHT,
                    py);
            line(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 8, py + 4, power(at));
        }
        line(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                (LEFT + WIDTH - RIGHT) / 2,
                HEIGHT - 16,
                escape(across));
        line(
                svg,
                "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>",
                (TOP + HEIGHT - BOTTOM) / 2,
                escape(up));
        for (int i = 0; i < all.size(); i++) {
            draw(svg, all.get(i), COLOURS.get(i % COLOURS.size()), i, x, y);
        }
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Series series, String colour, int index, double[] x, double[] y) {
        StringBuilder path = new StringBuilder();
        for (double[] point : series.points) {
            double px = LEFT + (Math.log10(point[0]) - x[0]) / (x[1] - x[0]) * (WIDTH - LEFT - RIGHT);
            double py = HEIGHT - BOTTOM - (Math.log10(point[1]) - y[0]) / (y[1] - y[0]) * (HEIGHT - TOP - BOTTOM);
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f ", path.isEmpty() ? "M" : "L", px, py));
            line(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", px, py, colour);
        }
        line(
                svg,
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                path.toString().strip(),
                colour);
        int at = TOP + 16 + 20 * index;
        line(svg, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/>", WIDTH - RIGHT + 16, at - 4, colour);
        line(svg, "<text x=\"%d\" y=\"%d\">%s</text>", WIDTH - RIGHT + 26, at, escape(series.name));
    }

    /** Returns the powers of ten that enclose all points. */
    private double[] bounds(int axis) {
        double[] logs = all.stream()
                .flatMap(series -> series.points.stream())
                .mapToDouble(point -> Math.log10(point[axis]))
                .toArray();
        double low = Math.floor(java.util.Arrays.stream(logs).min().orElse(0));
        double high = Math.ceil(java.util.Arrays.stream(logs).max().orElse(1));
        return new double[] {low, Math.max(high, low + 1)};
    }

    private static String power(double exponent) {
        return exponent < 0
                ? String.format(Locale.ROOT, "%." + (int) -exponent + "f", Math.pow(10, exponent))
                : String.format(Locale.ROOT, "%,.0f", Math.pow(10, exponent));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static void line(StringBuilder into, String format, Object... values) {
        into.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
