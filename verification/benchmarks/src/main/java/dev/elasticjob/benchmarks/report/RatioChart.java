package dev.elasticjob.benchmarks.report;

import dev.elasticjob.benchmarks.stats.Ratio;
import java.util.List;
import java.util.Locale;

/**
 * A bar chart of the ratios that have a target, with confidence intervals, on a logarithmic scale. A mark shows each
 * target.
 */
final class RatioChart {

    private static final int WIDTH = 860;
    private static final int LEFT = 430;
    private static final int RIGHT = 40;
    private static final int ROW = 24;
    private static final int TOP = 50;
    private static final double HIGHEST = 1_000;

    private RatioChart() {}

    static String svg(List<Row> rows) {
        List<Row> drawn = rows.stream()
                .filter(row -> row.ratio().isPresent() && row.demanded().isPresent())
                .toList();
        int height = TOP + drawn.size() * ROW + 30;
        StringBuilder svg = new StringBuilder();
        line(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                WIDTH,
                height);
        line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, height);
        line(
                svg,
                "<text x=\"16\" y=\"24\" font-size=\"15\">How many times better than ElasticJob 3.0.4;"
                        + " the red mark is what is demanded</text>");
        for (double at = 1; at <= HIGHEST; at *= 10) {
            line(
                    svg,
                    "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>",
                    x(at),
                    TOP - 8,
                    x(at),
                    height - 24);
            line(svg, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0fx</text>", x(at), height - 8, at);
        }
        for (int i = 0; i < drawn.size(); i++) {
            draw(svg, drawn.get(i), TOP + i * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder svg, Row row, int y) {
        Ratio ratio = row.ratio().orElseThrow();
        line(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
                LEFT - 10,
                y + 12,
                (row.scenario() + ": " + row.what()).replace("&", "&amp;").replace("<", "&lt;"));
        line(
                svg,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"12\" fill=\"#1f6feb\"/>",
                x(1),
                y + 2,
                Math.max(1, x(ratio.value()) - x(1)));
        line(
                svg,
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#0b2545\" stroke-width=\"3\"/>",
                x(ratio.low()),
                y + 8,
                x(ratio.high()),
                y + 8);
        double demanded = x(row.demanded().getAsDouble());
        line(
                svg,
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#d1495b\" stroke-width=\"3\"/>",
                demanded,
                y - 1,
                demanded,
                y + 17);
    }

    private static double x(double ratio) {
        double clamped = Math.min(HIGHEST, Math.max(1, ratio));
        return LEFT + Math.log10(clamped) / Math.log10(HIGHEST) * (WIDTH - LEFT - RIGHT);
    }

    private static void line(StringBuilder into, String format, Object... values) {
        into.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append('\n');
    }
}
