package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Measures many jobs of one item that fire in the same second in one process. */
public final class SameSecondScenario implements Scenario {

    @Override
    public String name() {
        return "same-second";
    }

    @Override
    public String description() {
        return "100, 1,000 and 5,000 jobs that fire at the same second: lateness, CPU a run";
    }

    @Override
    public void measure(Setting setting) {
        compare(setting, 1_000, 20, setting.quickOr(3, 9));
        if (setting.quick()) {
            return;
        }
        compare(setting, 100, 10, 12);
        Fires many = fire(setting, 5_000, 20, 6, List.of(Side.SUBJECT)).get(Side.SUBJECT);
        String label = "5,000 jobs: ";
        setting.report().bounded(label + "fires lost", "", many.lost, 0);
        setting.report().alone(label + "late, p50", "ms", many.late.median());
        setting.report().alone(label + "late, p99", "ms", many.late.quantile(0.99));
        setting.report().alone(label + "late, worst", "ms", many.late.max());
        setting.report().alone(label + "CPU a run, with the server's", "ms", many.cpuMillis);
    }

    /**
     * Fires of one engine: lateness in milliseconds, number of lost and repeated runs, and CPU time of the process per
     * run.
     */
    private record Fires(Samples late, int lost, int doubled, double cpuMillis) {}

    private void compare(Setting setting, int jobs, int period, int fires) {
        Map<Side, Fires> seen = fire(setting, jobs, period, fires, List.of(Side.values()));
        Fires subject = seen.get(Side.SUBJECT);
        Fires reference = seen.get(Side.REFERENCE);
        String label = String.format(Locale.ROOT, "%,d jobs: ", jobs);
        OptionalDouble demanded = jobs == 1_000 ? OptionalDouble.of(10) : OptionalDouble.empty();
        setting.report().less(label + "late, p50", "ms", subject.late, reference.late, Samples::median, demanded);
        setting.report()
                .less(label + "late, p99", "ms", subject.late, reference.late, late -> late.quantile(0.99), demanded);
        setting.report()
                .less(label + "late, worst", "ms", subject.late, reference.late, Samples::max, OptionalDouble.empty());
        setting.report().bounded(label + "fires lost", "", subject.lost, 0);
        setting.report().bounded(label + "fires doubled", "", subject.doubled, 0);
        if (reference.lost + reference.doubled > 0) {
            setting.report().theirsAlone(label + "fires", reference.lost + " lost, " + reference.doubled + " doubled");
        }
        setting.report()
                .less(
                        label + "CPU a run",
                        "ms",
                        new Samples(subject.cpuMillis),
                        new Samples(reference.cpuMillis),
                        Samples::median,
                        OptionalDouble.empty());
    }

    private static Map<Side, Fires> fire(Setting setting, int jobs, int period, int fires, List<Side> sides) {
        Beats beats = new Beats(period);
        Map<Side, Worker> workers = new EnumMap<>(Side.class);
        try {
            for (Side side : sides) {
                Worker worker = setting.worker(side);
                workers.put(side, worker);
                Duration took = worker.startJobs("job", jobs, 1, beats.cron(side), Options.DEFAULT);
                setting.report().note(jobs + " jobs of " + side + " were started within " + took.toMillis() + " ms");
            }
            // Waits for two fires, which warm up and assign the items, and ends a quarter of a period before a fire of
            // this project.
            Setting.restUntil(beats.next(Side.SUBJECT, Setting.micros()) + 2 * beats.micros() - beats.micros() / 4);
            Map<Side, Duration> cpu = new EnumMap<>(Side.class);
            workers.forEach((side, worker) -> {
                worker.log((fires + 1) * jobs);
                cpu.put(side, worker.cpu());
            });
            Setting.rest(Duration.ofSeconds((long) fires * period));
            Map<Side, Fires> result = new EnumMap<>(Side.class);
            workers.forEach((side, worker) -> {
                Duration used = worker.cpu().minus(cpu.get(side));
                result.put(side, fires(worker.logged(), side, beats, jobs, fires, used));
            });
            return result;
        } finally {
            workers.values().forEach(Worker::close);
        }
    }

    private static Fires fires(List<Worker.Run> runs, Side side, Beats beats, int jobs, int fires, Duration cpu) {
        List<Double> late = new ArrayList<>();
        Map<Long, Integer> times = new java.util.HashMap<>();
        for (Worker.Run run : runs) {
            long instant = beats.instantOf(side, run.micros());
            late.add((run.micros() - instant) / 1000.0);
            times.merge(instant * 100_000 + run.job(), 1, Integer::sum);
        }
        int doubled = times.values().stream().mapToInt(each -> each - 1).sum();
        return new Fires(
                Samples.of(late), jobs * fires - times.size(), doubled, cpu.toNanos() / 1e6 / Math.max(1, runs.size()));
    }
}
