package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.report.Plot;
import dev.elasticjob.benchmarks.stats.LeastSquares;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Scales jobs x instances x items up to the limit of the machine, and models the CPU time of the server as a cost per
 * fire plus a cost per item run. The model yields the limit of a server with a dedicated core.
 */
public final class GrowthScenario implements Scenario {

    private static final int PERIOD = 2;

    private record Size(int jobs, int instances, int items) {

        double firesEachSecond() {
            // A fire counts once for each instance that runs items, because each starts its own items.
            return (double) jobs * Math.min(instances, items) / PERIOD;
        }

        double itemRunsEachSecond() {
            return (double) jobs * items / PERIOD;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,d jobs x %d instances x %,d items", jobs, instances, items);
        }
    }

    /** Cost of a size: CPU use of the server and of the instances, lateness of the runs, and share of missing runs. */
    private record Cost(Size size, double server, double instances, double p99, double missing) {}

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public String description() {
        return "jobs x instances x items up to what two cores bear, and a model of where one ensemble ends";
    }

    @Override
    public boolean isQuick() {
        return false;
    }

    @Override
    public void measure(Setting setting) {
        List<Size> sizes = new ArrayList<>(List.of(
                new Size(100, 1, 1),
                new Size(100, 2, 4),
                new Size(400, 1, 1),
                new Size(20, 2, 100),
                new Size(800, 2, 2)));
        if (!setting.quick()) {
            sizes.addAll(List.of(
                    new Size(1_600, 1, 1),
                    new Size(2, 2, 1_000),
                    new Size(40, 4, 100),
                    new Size(2_400, 2, 1),
                    new Size(10, 2, 1_000),
                    new Size(3_200, 4, 2)));
        }
        List<Cost> costs = new ArrayList<>();
        // The warm-up is not counted: the server compiles the hot code in it.
        run(setting, sizes.get(sizes.size() - 1));
        for (Size size : sizes) {
            Cost cost = run(setting, size);
            costs.add(cost);
            setting.report()
                    .alone(
                            size + ": server's CPU (instances', late p99, missing) " + round(100 * cost.instances)
                                    + "%, " + round(cost.p99) + " ms, " + round(100 * cost.missing) + "%",
                            "% of a core",
                            100 * cost.server);
        }
        model(setting, costs);
    }

    private static String round(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static Cost run(Setting setting, Size size) {
        int seconds = setting.quickOr(10, 20);
        try (Team team = Team.direct(setting, Side.SUBJECT, size.instances)) {
            team.startJobs(size.jobs, size.items, "0/" + PERIOD + " * * * * ?", Options.DEFAULT);
            Setting.rest(Duration.ofSeconds(8));
            long period = PERIOD * 1_000_000L;
            long from = (Setting.micros() / period + 1) * period + period - 300_000;
            Setting.restUntil(from);
            team.log((int) (size.itemRunsEachSecond() * (seconds + 10)));
            Duration server = setting.server().cpu();
            Duration instances = team.cpu();
            Setting.restUntil(from + seconds * 1_000_000L);
            double serverShare = setting.server().cpu().minus(server).toNanos() / 1e9 / seconds;
            double instanceShare = team.cpu().minus(instances).toNanos() / 1e9 / seconds;
            double[] late = team.logged().stream()
                    .mapToDouble(run -> Math.floorMod(run.micros(), period) / 1000.0)
                    .toArray();
            double expected = size.itemRunsEachSecond() * seconds;
            return new Cost(
                    size,
                    serverShare,
                    instanceShare,
                    late.length == 0 ? Double.NaN : new Samples(late).quantile(0.99),
                    Math.max(0, 1 - late.length / expected));
        }
    }

    private static void model(Setting setting, List<Cost> costs) {
        // Only sizes without missing runs show what a fire costs.
        List<Cost> borne = costs.stream().filter(cost -> cost.missing < 0.01).toList();
        if (borne.size() < 3) {
            setting.report().note("Too few sizes were borne for a model");
            return;
        }
        double[][] inputs = borne.stream()
                .map(cost -> new double[] {cost.size.firesEachSecond(), cost.size.itemRunsEachSecond()})
                .toArray(double[][]::new);
        double[] output = borne.stream().mapToDouble(Cost::server).toArray();
        double[] fitted = LeastSquares.fit(inputs, output);
        double fire = Math.max(0, fitted[0]);
        double item = Math.max(0, fitted[1]);
        setting.report().alone("model: server's CPU for a fire", "us", 1e6 * fire);
        setting.report().alone("model: server's CPU for an item run", "us", 1e6 * item);
        setting.report()
                .alone(
                        "model: share of the spread that it explains",
                        "%",
                        100 * LeastSquares.explained(inputs, output, fitted));
        setting.report().alone("model: one core of a server, jobs of 1 item: item runs", "/s", 1 / (fire + item));
        setting.report()
                .alone("model: one core of a server, jobs of 100 items: item runs", "/s", 100 / (fire + 100 * item));
        setting.report().theirsAlone("Saturn, published, five servers", "24,500 jobs, 1,225 item runs/s");
        double jobsEachMinute = 60 / (fire + item);
        setting.report().alone("model: jobs of 1 item, each fired once a minute, one core", "jobs", jobsEachMinute);
        Plot plot = new Plot("The server's CPU, measured and by the model", "item runs each second", "% of a core");
        plot.series(
                "measured",
                borne.stream()
                        .map(cost -> new double[] {cost.size.itemRunsEachSecond(), 100 * cost.server})
                        .toList());
        plot.series(
                "model",
                borne.stream()
                        .map(cost -> new double[] {
                            cost.size.itemRunsEachSecond(),
                            100 * (fire * cost.size.firesEachSecond() + item * cost.size.itemRunsEachSecond())
                        })
                        .toList());
        setting.report().plot("growth", plot.svg());
    }
}
