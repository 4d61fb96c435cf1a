package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.stats.Samples;
import dev.elasticjob.benchmarks.wire.CountingProxy;
import dev.elasticjob.benchmarks.wire.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Measures the start of jobs with three items in a process that has already started a job. */
public final class StartScenario implements Scenario {

    private static final int ITEMS = 3;
    private static final int WARMING_STARTS = 3;
    private static final String NOT_SOON = "0 0 0 1 1 ? 2099";

    /** Cost of a start, summed over all jobs. */
    private record Cost(double millis, double threads, double heap, double resident, double nodes, double watches) {}

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String description() {
        return "the start of 10, 100, 1,000 and 10,000 jobs in one process";
    }

    @Override
    public void measure(Setting setting) {
        // The warm-up is not counted: the server has just started, too.
        for (int i = 0; i < WARMING_STARTS; i++) {
            start(setting, Side.SUBJECT, 1_000);
        }
        count(setting);
        if (!setting.quick()) {
            compare(setting, 10, 7);
        }
        compare(setting, 100, setting.quickOr(1, 5));
        compare(setting, 1_000, setting.quickOr(1, 3));
        if (setting.quick()) {
            return;
        }
        Cost many = start(setting, Side.SUBJECT, 10_000);
        setting.report().alone("10,000 jobs: time", "s", many.millis / 1000);
        setting.report().alone("10,000 jobs: threads", "", many.threads);
        setting.report().alone("10,000 jobs: heap a job", "KB", many.heap / 1024 / 10_000);
    }

    /** Counts the traffic of one job that starts alone, and of many jobs that start together. */
    private void count(Setting setting) {
        int jobs = 100;
        Map<Side, Traffic> one = new EnumMap<>(Side.class);
        Map<Side, Traffic> many = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            try (CountingProxy proxy = new CountingProxy(setting.server().port());
                    Worker worker = setting.worker(side, proxy)) {
                worker.startJobs("warm", 1, ITEMS, NOT_SOON, Options.DEFAULT);
                Setting.rest(Duration.ofSeconds(1));
                one.put(side, traffic(proxy, worker, "one", 1));
                many.put(side, traffic(proxy, worker, "job", jobs));
            }
        }
        count(setting, "one job alone: ", 1, one, OptionalDouble.empty());
        count(setting, jobs + " jobs, each: ", jobs, many, OptionalDouble.of(30));
    }

    private static Traffic traffic(CountingProxy proxy, Worker worker, String prefix, int jobs) {
        Traffic before = proxy.traffic();
        worker.startJobs(prefix, jobs, ITEMS, NOT_SOON, Options.DEFAULT);
        // Includes the work that follows a join: this project assigns the items and publishes the owners.
        Setting.rest(Duration.ofSeconds(2));
        return proxy.traffic().minus(before);
    }

    private static void count(
            Setting setting, String label, double jobs, Map<Side, Traffic> traffic, OptionalDouble demanded) {
        Traffic subject = traffic.get(Side.SUBJECT);
        Traffic reference = traffic.get(Side.REFERENCE);
        setting.report()
                .count(label + "round trips", subject.roundTrips() / jobs, reference.roundTrips() / jobs, demanded);
        setting.report()
                .count(
                        label + "requests",
                        subject.requests() / jobs,
                        reference.requests() / jobs,
                        OptionalDouble.empty());
        setting.report()
                .count(
                        label + "notifications",
                        subject.notifications() / jobs,
                        reference.notifications() / jobs,
                        OptionalDouble.empty());
    }

    private void compare(Setting setting, int jobs, int rounds) {
        List<Cost> subject = new ArrayList<>();
        List<Cost> reference = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            subject.add(start(setting, Side.SUBJECT, jobs));
            reference.add(start(setting, Side.REFERENCE, jobs));
            // Runs of this project are short, so more of them narrow the interval at low cost.
            subject.add(start(setting, Side.SUBJECT, jobs));
        }
        String label = String.format(java.util.Locale.ROOT, "%,d jobs: ", jobs);
        Samples ourTimes =
                new Samples(subject.stream().mapToDouble(Cost::millis).toArray());
        Samples theirTimes =
                new Samples(reference.stream().mapToDouble(Cost::millis).toArray());
        setting.report()
                .less(
                        label + "time",
                        "ms",
                        ourTimes,
                        theirTimes,
                        Samples::median,
                        jobs == 1_000 ? OptionalDouble.of(20) : OptionalDouble.empty());
        if (jobs == 1_000) {
            setting.report()
                    .count(
                            label + "threads",
                            least(subject, Cost::threads),
                            least(reference, Cost::threads),
                            OptionalDouble.empty());
            setting.report()
                    .bounded("threads for each further job", "", Math.max(0, least(subject, Cost::threads) - 30), 0);
            setting.report()
                    .count(
                            label + "znodes a job",
                            least(subject, Cost::nodes) / jobs,
                            least(reference, Cost::nodes) / jobs,
                            OptionalDouble.empty());
            setting.report()
                    .count(
                            label + "watches a job",
                            least(subject, Cost::watches) / jobs,
                            least(reference, Cost::watches) / jobs,
                            OptionalDouble.empty());
            memory(setting, label + "heap a job", jobs, subject, reference, Cost::heap, OptionalDouble.of(3));
            memory(
                    setting,
                    label + "resident memory a job",
                    jobs,
                    subject,
                    reference,
                    Cost::resident,
                    OptionalDouble.of(3));
        }
    }

    private static void memory(
            Setting setting,
            String what,
            int jobs,
            List<Cost> subject,
            List<Cost> reference,
            java.util.function.ToDoubleFunction<Cost> part,
            OptionalDouble demanded) {
        double scale = 1.0 / 1024 / jobs;
        setting.report()
                .less(
                        what,
                        "KB",
                        new Samples(subject.stream().mapToDouble(part).toArray()).times(scale),
                        new Samples(reference.stream().mapToDouble(part).toArray()).times(scale),
                        Samples::median,
                        demanded);
    }

    private static double least(List<Cost> costs, java.util.function.ToDoubleFunction<Cost> part) {
        return costs.stream().mapToDouble(part).min().orElseThrow();
    }

    private Cost start(Setting setting, Side side, int jobs) {
        try (Worker worker = setting.worker(side)) {
            worker.startJobs("warm", 1, ITEMS, NOT_SOON, Options.DEFAULT);
            Setting.rest(Duration.ofMillis(500));
            Worker.Stats before = worker.stats();
            long residentBefore = worker.residentBytes();
            long nodesBefore = setting.server().figure("zk_znode_count");
            long watchesBefore = setting.server().figure("zk_watch_count");
            Duration took = worker.startJobs("job", jobs, ITEMS, NOT_SOON, Options.DEFAULT);
            Setting.rest(Duration.ofSeconds(1));
            Worker.Stats after = worker.stats();
            return new Cost(
                    took.toNanos() / 1e6,
                    after.threads() - before.threads(),
                    after.heap() - before.heap(),
                    worker.residentBytes() - residentBefore,
                    setting.server().figure("zk_znode_count") - nodesBefore,
                    setting.server().figure("zk_watch_count") - watchesBefore);
        }
    }
}
