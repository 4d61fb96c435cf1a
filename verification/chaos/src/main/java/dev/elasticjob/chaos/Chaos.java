package dev.elasticjob.chaos;

import dev.elasticjob.chaos.analysis.Analyser;
import dev.elasticjob.chaos.analysis.Finding;
import dev.elasticjob.chaos.analysis.Report;
import dev.elasticjob.chaos.cluster.Machine;
import dev.elasticjob.chaos.fault.Fault;
import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.History;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The {@code tools/chaos} command: runs real processes, injects faults, and counts violations. Exits with 1 when a
 * guarantee was violated.
 */
public final class Chaos {

    private final Options options;
    private final PrintStream out;

    private Chaos(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.err.println(Options.USAGE);
            System.exit(2);
            return;
        }
        System.exit(new Chaos(options, System.out).run() ? 0 : 1);
    }

    private boolean run() throws IOException {
        if (options.analyse().isPresent()) {
            return tell(analyse(options.analyse().get()));
        }
        Path directory = options.records().isPresent()
                ? Files.createDirectories(options.records().get())
                : Files.createTempDirectory("chaos-");
        Machine machine = Machine.explore();
        List<Report> reports = new ArrayList<>();
        for (int servers : options.servers()) {
            List<Fault> faults = possible(machine, servers);
            Path own = directory.resolve("servers-" + servers);
            reports.add(new Trial(options.engine(), machine, own, this::progress)
                    .run(
                            servers,
                            faults,
                            options.seed(),
                            options.time().dividedBy(options.servers().size())));
        }
        Report report = reports.stream().reduce(Report::plus).orElseThrow();
        boolean kept = tell(report);
        if (kept && options.records().isEmpty()) {
            delete(directory);
        } else {
            out.println("Records: " + directory);
        }
        return kept;
    }

    private List<Fault> possible(Machine machine, int servers) {
        List<Fault> result = new ArrayList<>();
        for (Fault fault : options.faults()) {
            Optional<String> missing = fault.missing(machine, servers);
            if (missing.isPresent()) {
                progress("not available here: " + fault.title() + " needs " + missing.get());
            } else {
                result.add(fault);
            }
        }
        if (result.isEmpty()) {
            throw new IllegalStateException("None of the faults is available with " + servers + " servers");
        }
        return result;
    }

    private void progress(String line) {
        System.err.println(Instant.now() + " " + line);
    }

    /** Analyses every directory with records below the given one. */
    private static Report analyse(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith(Chronicle.EVENTS))
                    .sorted()
                    .map(file -> Analyser.analyse(History.read(file.getParent())))
                    .reduce(Report::plus)
                    .orElseThrow(() -> new IllegalArgumentException("No records in " + directory));
        }
    }

    /** Prints the report and returns whether all guarantees were kept. */
    private boolean tell(Report report) {
        Table table = new Table(report);
        table.summary(options.engine().title() + ", seed " + options.seed()).forEach(out::println);
        out.println();
        table.byFault().forEach(out::println);
        out.println();
        for (Finding each : report.findings()) {
            out.println((each.kind().isBroken() ? "BROKEN " : "       ") + each.kind() + " [" + each.fault() + "] "
                    + each.text());
        }
        out.println(
                report.broken().isEmpty()
                        ? "All promises were kept."
                        : report.broken().size() + " times a promise was not kept.");
        return report.broken().isEmpty();
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
