package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A process is killed in the middle of its items: from the end of its session until they run elsewhere. */
public final class FailoverScenario implements Scenario {

    private static final int SESSION_MILLIS = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String JOB = "job0";

    @Override
    public String name() {
        return "failover";
    }

    @Override
    public String description() {
        return "from the end of a session to its items running elsewhere, 1 and 10 items";
    }

    @Override
    public void measure(Setting setting) {
        compare(setting, 1, setting.quickOr(4, 10));
        compare(setting, 10, setting.quickOr(4, 10));
    }

    private static void compare(Setting setting, int lost, int rounds) {
        List<Double> ourFirst = new ArrayList<>();
        List<Double> ourLast = new ArrayList<>();
        List<Double> theirFirst = new ArrayList<>();
        List<Double> theirLast = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            run(setting, Side.OURS, lost, ourFirst, ourLast);
            run(setting, Side.THEIRS, lost, theirFirst, theirLast);
        }
        String label = lost + (lost == 1 ? " item: " : " items: ");
        if (lost > 1) {
            setting.report()
                    .less(
                            label + "the first runs elsewhere",
                            "ms",
                            Samples.of(ourFirst),
                            Samples.of(theirFirst),
                            Samples::median,
                            OptionalDouble.empty());
        }
        setting.report()
                .less(
                        label + "all run elsewhere",
                        "ms",
                        Samples.of(ourLast),
                        Samples.of(theirLast),
                        Samples::median,
                        OptionalDouble.of(10));
    }

    /** Two instances share twice the items; the one that has the last of them is killed, so the leader often lives. */
    private static void run(Setting setting, Side side, int lost, List<Double> first, List<Double> last) {
        int items = 2 * lost;
        String namespace = setting.namespace(side);
        String servers = setting.server().connectString();
        List<Worker> workers = new ArrayList<>();
        Worker leader = Worker.start(side, servers, namespace, SESSION_MILLIS);
        workers.add(leader);
        try (Registry registry = new Registry(setting.server(), namespace, JOB)) {
            leader.startJobs("job", 1, items, "", Options.FAILOVER);
            Worker other = Worker.start(side, servers, namespace, SESSION_MILLIS);
            workers.add(other);
            other.startJobs("job", 1, items, "", Options.FAILOVER);
            workers.forEach(worker -> worker.log(100));
            // Once without a fault, so that both have their items and are warm.
            Setting.rest(Duration.ofMillis(700));
            leader.execute(JOB);
            Setting.await("a first run", PATIENCE, () -> leader.runs() + other.runs() >= items);
            Setting.rest(Duration.ofMillis(1_500));
            workers.forEach(worker -> worker.log(100));
            other.hold(true);
            leader.execute(JOB);
            // All of them are recorded as started, though not all find a thread at once.
            Setting.await("items to hold", PATIENCE, () -> other.running() > 0);
            Setting.await("the other items", PATIENCE, () -> leader.runs() == lost);
            Setting.rest(Duration.ofMillis(700));
            leader.log(100);
            var gone = registry.deletionOf(
                    "/instances/" + registry.instancesOf(other).get(0));
            other.kill();
            workers.remove(other);
            long over = Registry.await(gone, PATIENCE);
            try {
                Setting.await("items to run elsewhere", Duration.ofSeconds(20), () -> leader.runs() >= lost);
            } catch (IllegalStateException never) {
                setting.report().note(side + ": " + leader.runs() + " of " + lost + " lost items ran elsewhere");
                return;
            }
            Map<Integer, Long> began = new TreeMap<>();
            leader.logged().forEach(run -> began.merge(run.item(), run.micros(), Math::min));
            first.add((began.values().stream().min(Long::compare).orElseThrow() - over) / 1000.0);
            last.add((began.values().stream().max(Long::compare).orElseThrow() - over) / 1000.0);
        } finally {
            workers.forEach(Worker::close);
        }
    }
}
