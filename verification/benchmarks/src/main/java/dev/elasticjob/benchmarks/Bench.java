package dev.elasticjob.benchmarks;

import dev.elasticjob.benchmarks.process.Server;
import dev.elasticjob.benchmarks.report.Report;
import dev.elasticjob.benchmarks.scenario.FailoverScenario;
import dev.elasticjob.benchmarks.scenario.FireScenario;
import dev.elasticjob.benchmarks.scenario.GrowthScenario;
import dev.elasticjob.benchmarks.scenario.IdleScenario;
import dev.elasticjob.benchmarks.scenario.ReshardScenario;
import dev.elasticjob.benchmarks.scenario.SameSecondScenario;
import dev.elasticjob.benchmarks.scenario.Scenario;
import dev.elasticjob.benchmarks.scenario.Setting;
import dev.elasticjob.benchmarks.scenario.StartScenario;
import dev.elasticjob.benchmarks.scenario.SteadyScenario;
import dev.elasticjob.benchmarks.scenario.ThroughputScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Compares this project with ElasticJob 3.0.4 in one run. Arguments: {@code [--quick] [scenario ...]}. */
public final class Bench {

    private static final List<Scenario> SCENARIOS = List.of(
            new StartScenario(),
            new FireScenario(),
            new ThroughputScenario(),
            new ReshardScenario(),
            new FailoverScenario(),
            new SameSecondScenario(),
            new SteadyScenario(),
            new GrowthScenario(),
            new IdleScenario());

    private Bench() {}

    public static void main(String[] arguments) {
        List<String> names = new ArrayList<>(Arrays.asList(arguments));
        boolean quick = names.remove("--quick");
        boolean all = names.isEmpty();
        List<Scenario> chosen = SCENARIOS.stream()
                .filter(scenario -> all ? !quick || scenario.isQuick() : names.remove(scenario.name()))
                .toList();
        if (!names.isEmpty()) {
            System.err.println(names.contains("--help") ? "Scenarios:" : "Unknown: " + names + ". Known are:");
            SCENARIOS.forEach(each -> System.err.printf("  %-12s %s%n", each.name(), each.description()));
            System.exit(2);
        }
        Path directory = Path.of(System.getProperty("bench.output", "target/bench"));
        Report report = new Report(System.out, directory);
        Setting.Namespaces namespaces = new Setting.Namespaces();
        try (Server server = Server.start()) {
            for (Scenario scenario : chosen) {
                report.begin(scenario.name());
                try {
                    scenario.measure(new Setting(server, report, quick, namespaces));
                } catch (IllegalStateException | CompletionException broken) {
                    // A failed scenario does not prevent the measurement of the others.
                    broken.printStackTrace();
                    report.broken(String.valueOf(broken.getMessage()));
                }
            }
        }
        report.end();
        System.exit(report.isAgainstUs() ? 1 : 0);
    }
}
