package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Measures item runs per second of empty one-off jobs that run back to back on one warmed-up instance. */
public final class ThroughputScenario implements Scenario {

    private record Load(int jobs, int items, boolean monitor, OptionalDouble demanded) {

        String label() {
            return jobs + (jobs == 1 ? " job" : " jobs") + " of " + items + (items == 1 ? " item" : " items")
                    + (monitor ? "" : ", monitorExecution off");
        }
    }

    @Override
    public String name() {
        return "throughput";
    }

    @Override
    public String description() {
        return "item runs each second, empty one-off jobs back to back";
    }

    @Override
    public void measure(Setting setting) {
        List<Load> all = List.of(
                new Load(1, 1, true, OptionalDouble.of(5)),
                new Load(16, 1, true, OptionalDouble.of(20)),
                new Load(1, 100, true, OptionalDouble.of(30)),
                new Load(16, 100, true, OptionalDouble.empty()),
                new Load(1, 100, false, OptionalDouble.empty()),
                new Load(16, 100, false, OptionalDouble.empty()));
        List<Load> loads = setting.quick()
                ? all.stream().filter(load -> load.demanded.isPresent()).toList()
                : all;
        Duration time = Duration.ofSeconds(setting.quickOr(2, 5));
        Duration settling = Duration.ofSeconds(setting.quickOr(15, 60));
        for (Load load : loads) {
            try (Worker subject = setting.longLived(Side.SUBJECT);
                    Worker reference = setting.longLived(Side.REFERENCE)) {
                subject.load("load", load.jobs, load.items, load.monitor);
                reference.load("load", load.jobs, load.items, load.monitor);
                subject.settle(settling);
                reference.settle(settling);
                List<Double> ourRates = new ArrayList<>();
                List<Double> theirRates = new ArrayList<>();
                for (int i = 0; i < setting.quickOr(4, 10); i++) {
                    ourRates.add(perSecond(setting, subject, load, time));
                    theirRates.add(perSecond(setting, reference, load, time));
                }
                setting.report()
                        .more(
                                load.label(),
                                "/s",
                                Samples.of(ourRates),
                                Samples.of(theirRates),
                                Samples::median,
                                load.demanded);
            }
        }
    }

    private static double perSecond(Setting setting, Worker worker, Load load, Duration time) {
        Worker.Load result = worker.drive(time);
        if (result.lostRequests() > 0) {
            setting.report()
                    .note(load.label() + ", " + worker.side() + ": " + result.lostRequests()
                            + " requests led to nothing");
        }
        return result.perSecond();
    }
}
