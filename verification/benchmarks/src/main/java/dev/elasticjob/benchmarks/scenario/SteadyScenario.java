package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs 300 jobs of one item, each fired every second, on two instances for ten minutes and verifies that every fire runs
 * exactly once.
 */
public final class SteadyScenario implements Scenario {

    private static final int JOBS = 300;
    private static final long SECOND = 1_000_000;

    @Override
    public String name() {
        return "steady";
    }

    @Override
    public String description() {
        return "300 jobs each second for ten minutes (with --quick one): none lost, none doubled";
    }

    @Override
    public boolean isQuick() {
        return false;
    }

    /** Result of the fires of whole seconds. */
    private record Outcome(int expected, int lost, int doubled, Samples late, double cpuShare) {}

    @Override
    public void measure(Setting setting) {
        int seconds = Integer.getInteger("bench.steady.seconds", setting.quickOr(60, 600));
        Outcome subject = run(setting, Side.SUBJECT, seconds);
        setting.report().bounded(subject.expected + " fires: lost", "", subject.lost, 0);
        setting.report().bounded(subject.expected + " fires: doubled", "", subject.doubled, 0);
        setting.report().alone("late, p50", "ms", subject.late.median());
        setting.report().alone("late, p99", "ms", subject.late.quantile(0.99));
        setting.report().alone("late, worst", "ms", subject.late.max());
        setting.report().alone("CPU of both instances", "% of a core", 100 * subject.cpuShare);
        Outcome reference = run(setting, Side.REFERENCE, Math.min(seconds, 60));
        setting.report()
                .theirsAlone(
                        reference.expected + " fires",
                        reference.lost + " lost, " + reference.doubled + " doubled, p50 "
                                + Math.round(reference.late.median()) + " ms");
    }

    private static Outcome run(Setting setting, Side side, int seconds) {
        try (Team team = Team.direct(setting, side, 2)) {
            team.startJobs(JOBS, 1, "* * * * * ?", Options.DEFAULT);
            Setting.rest(Duration.ofSeconds(10));
            team.log((seconds + 10) * JOBS);
            long from = (Setting.micros() / SECOND + 2) * SECOND;
            Duration before = team.cpu();
            Setting.restUntil(from + (seconds + 3) * SECOND);
            double share = team.cpu().minus(before).toNanos() / 1e9 / seconds;
            List<Worker.Run> runs = team.logged();
            return outcome(runs, from, seconds, share);
        }
    }

    /**
     * A run that is late by more than a second looks like a run of the next second. Therefore the runs of a job are
     * matched to seconds in order, and a gap shows as a second without a run.
     */
    private static Outcome outcome(List<Worker.Run> runs, long from, int seconds, double share) {
        Map<Long, Integer> times = new HashMap<>();
        double[] late = runs.stream()
                .mapToDouble(run -> Math.floorMod(run.micros(), SECOND) / 1000.0)
                .toArray();
        for (Worker.Run run : runs) {
            long second = Math.floorDiv(run.micros() - from, SECOND);
            if (second >= 0 && second < seconds) {
                times.merge(run.job() * 1_000_000L + second, 1, Integer::sum);
            }
        }
        int doubled = times.values().stream().mapToInt(each -> each - 1).sum();
        return new Outcome(JOBS * seconds, JOBS * seconds - times.size(), doubled, new Samples(late), share);
    }
}
