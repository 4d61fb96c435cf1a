package dev.elasticjob.benchmarks.report;

import dev.elasticjob.benchmarks.stats.Ratio;
import dev.elasticjob.benchmarks.stats.Samples;
import dev.elasticjob.benchmarks.stats.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Collects measurements; prints each row as soon as it is known, and the complete table at the end. */
public final class Report {

    private static final String LINE = "%-9s %-52s %22s %22s %9s %18s %8s  %s%n";

    private final PrintStream out;
    private final Path directory;
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, String> plots = new LinkedHashMap<>();
    private String scenario = "";

    public Report(PrintStream out, Path directory) {
        this.out = out;
        this.directory = directory;
    }

    public void begin(String name) {
        scenario = name;
    }

    /** Adds a remark about the measurement. */
    public void note(String text) {
        out.println("          " + text);
    }

    /** Adds an exact count of which less is better. */
    public void count(String what, double subject, double reference, OptionalDouble demanded) {
        add(new Row(
                scenario,
                what,
                Row.number(subject),
                Row.number(reference),
                Optional.of(Ratio.exact(reference, subject)),
                demanded,
                false));
    }

    /** Adds a comparison of samples of which less is better. */
    public void less(
            String what,
            String unit,
            Samples subject,
            Samples reference,
            ToDoubleFunction<Samples> statistic,
            OptionalDouble demanded) {
        compared(what, unit, subject, reference, statistic, Ratio.of(reference, subject, statistic), demanded);
    }

    /** Adds a comparison of samples of which more is better. */
    public void more(
            String what,
            String unit,
            Samples subject,
            Samples reference,
            ToDoubleFunction<Samples> statistic,
            OptionalDouble demanded) {
        compared(what, unit, subject, reference, statistic, Ratio.of(subject, reference, statistic), demanded);
    }

    private void compared(
            String what,
            String unit,
            Samples subject,
            Samples reference,
            ToDoubleFunction<Samples> statistic,
            Ratio ratio,
            OptionalDouble demanded) {
        add(new Row(
                scenario,
                what,
                value(statistic.applyAsDouble(subject), unit, subject.size()),
                value(statistic.applyAsDouble(reference), unit, reference.size()),
                Optional.of(ratio),
                demanded,
                false));
    }

    private static String value(double value, String unit, int samples) {
        return Row.number(value) + " " + unit + (samples > 1 ? " (" + samples + ")" : "");
    }

    /** Adds a value of this project without a comparison. */
    public void alone(String what, String unit, double value) {
        add(new Row(
                scenario, what, Row.number(value) + " " + unit, "", Optional.empty(), OptionalDouble.empty(), false));
    }

    /** Adds a value of this project that must not exceed a bound. */
    public void bounded(String what, String unit, double value, double most) {
        add(new Row(
                scenario,
                what + ", at most " + Row.number(most),
                Row.number(value) + " " + unit,
                "",
                Optional.empty(),
                OptionalDouble.empty(),
                value > most));
    }

    /** Adds a remark on ElasticJob 3.0.4: a measurement that failed or that is not compared. */
    public void theirsAlone(String what, String text) {
        add(new Row(scenario, what, "", text, Optional.empty(), OptionalDouble.empty(), false));
    }

    /** Records that the scenario failed before its end. */
    public void broken(String why) {
        add(new Row(scenario, "ended early", why, "", Optional.empty(), OptionalDouble.empty(), true));
    }

    private void add(Row row) {
        rows.add(row);
        print(row);
    }

    private void print(Row row) {
        out.printf(
                Locale.ROOT,
                LINE,
                row.scenario(),
                row.what(),
                row.subject(),
                row.reference(),
                row.ratioText(),
                row.intervalText(),
                row.demandText(),
                row.verdictText());
    }

    public void plot(String name, String svg) {
        plots.put(name, svg);
    }

    public List<Row> rows() {
        return List.copyOf(rows);
    }

    private void header() {
        out.printf(
                Locale.ROOT,
                LINE,
                "scenario",
                "what",
                "this (samples)",
                "ElasticJob 3.0.4",
                "ratio",
                "95% interval",
                "at least",
                "verdict");
    }

    /** Prints the complete table and writes it, with the plots, to the output directory. */
    public void end() {
        out.println();
        header();
        rows.forEach(this::print);
        out.println();
        long missed =
                rows.stream().filter(row -> row.verdict() == Verdict.MISSED).count();
        long open = rows.stream().filter(row -> row.verdict() == Verdict.OPEN).count();
        out.printf(
                Locale.ROOT,
                "%d lines: %d missed, %d not decided by this run. Written to %s%n",
                rows.size(),
                missed,
                open,
                directory);
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("results.md"), markdown());
            if (rows.stream().anyMatch(row -> row.demanded().isPresent())) {
                plot("ratios", RatioChart.svg(rows));
            }
            for (Map.Entry<String, String> plot : plots.entrySet()) {
                Files.writeString(directory.resolve(plot.getKey() + ".svg"), plot.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The results cannot be written to " + directory, e);
        }
    }

    public boolean isAgainstUs() {
        return rows.stream().anyMatch(row -> row.verdict() == Verdict.MISSED);
    }

    String markdown() {
        StringBuilder text = new StringBuilder("| scenario | what | this | ElasticJob 3.0.4 | ratio | 95% interval | at"
                + " least | verdict |\n|---|---|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append("| ")
                    .append(String.join(
                            " | ",
                            row.scenario(),
                            row.what(),
                            row.subject(),
                            row.reference(),
                            row.ratioText(),
                            row.intervalText(),
                            row.demandText(),
                            row.verdictText()))
                    .append(" |\n");
        }
        return text.toString();
    }
}
