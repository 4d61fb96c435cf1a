package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Item runs each second, of empty one-off jobs that run back to back on one instance. */
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
        List<Load> loads = List.of(
                new Load(1, 1, true, OptionalDouble.of(5)),
                new Load(16, 1, true, OptionalDouble.of(20)),
                new Load(1, 100, true, OptionalDouble.of(30)),
                new Load(16, 100, true, OptionalDouble.empty()),
                new Load(1, 100, false, OptionalDouble.empty()),
                new Load(16, 100, false, OptionalDouble.empty()));
        Duration warmUp = Duration.ofMillis(setting.quickOr(1500, 5000));
        Duration time = Duration.ofMillis(setting.quickOr(2500, 10_000));
        for (Load load : loads) {
            List<Double> ours = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            for (int i = 0; i < setting.quickOr(3, 5); i++) {
                ours.add(run(setting, Side.OURS, load, warmUp, time));
                theirs.add(run(setting, Side.THEIRS, load, warmUp, time));
            }
            setting.report()
                    .more(load.label(), "/s", Samples.of(ours), Samples.of(theirs), Samples::median, load.demanded);
        }
    }

    private static double run(Setting setting, Side side, Load load, Duration warmUp, Duration time) {
        try (Worker worker = setting.worker(side)) {
            Worker.Load result = worker.load("load", load.jobs, load.items, load.monitor, warmUp, time);
            if (result.lostRequests() > 0) {
                setting.report()
                        .note(load.label() + ", " + side + ": " + result.lostRequests() + " requests led to nothing");
            }
            return result.perSecond();
        }
    }
}
