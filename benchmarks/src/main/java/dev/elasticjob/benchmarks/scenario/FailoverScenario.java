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
        try (Survivor ours = new Survivor(setting, Side.OURS);
                Survivor theirs = new Survivor(setting, Side.THEIRS)) {
            for (int lost : new int[] {1, 10}) {
                Shared our = ours.share(lost);
                Shared their = theirs.share(lost);
                for (int i = 0; i < setting.quickOr(3, 10); i++) {
                    our.loseAnother();
                    their.loseAnother();
                }
                String label = lost + (lost == 1 ? " item: " : " items: ");
                if (lost > 1) {
                    report(setting, label + "the first runs elsewhere", our.first, their.first, OptionalDouble.empty());
                }
                report(setting, label + "all run elsewhere", our.last, their.last, OptionalDouble.of(10));
            }
        }
    }

    private static void report(
            Setting setting, String what, List<Double> ours, List<Double> theirs, OptionalDouble demanded) {
        setting.report().less(what, "ms", Samples.of(ours), Samples.of(theirs), Samples::median, demanded);
    }

    /** An instance that lives on. It has run jobs for a while, as those do that others rely on. */
    private static final class Survivor implements AutoCloseable {

        private final Setting setting;
        private final Side side;
        private final String namespace;
        private final Worker worker;

        Survivor(Setting setting, Side side) {
            this.setting = setting;
            this.side = side;
            namespace = setting.namespace(side);
            worker = worker(Worker.Life.LONG);
            worker.load("warm", 1, 3, true);
            worker.settle();
        }

        private Worker worker(Worker.Life life) {
            return Worker.start(side, life, setting.server().connectString(), namespace, SESSION_MILLIS);
        }

        /** Leads a job with twice the items that get lost. */
        Shared share(int lost) {
            Shared shared = new Shared(this, lost);
            // What it does for the first time is not counted.
            shared.loseAnother();
            shared.first.clear();
            shared.last.clear();
            return shared;
        }

        @Override
        public void close() {
            worker.close();
        }
    }

    /** A job that the survivor shares with one other after the other, and whose items it takes over. */
    private static final class Shared {

        private final Survivor survivor;
        private final Worker leader;
        private final int lost;
        private final List<Double> first = new ArrayList<>();
        private final List<Double> last = new ArrayList<>();

        Shared(Survivor survivor, int lost) {
            this.survivor = survivor;
            this.lost = lost;
            leader = survivor.worker;
            start(leader);
        }

        private String prefix() {
            return "loses" + lost + "-";
        }

        private void start(Worker worker) {
            worker.startJobs(prefix(), 1, 2 * lost, "", Options.FAILOVER);
        }

        void loseAnother() {
            String job = prefix() + 0;
            try (Worker other = survivor.worker(Worker.Life.SHORT);
                    Registry registry = new Registry(survivor.setting.server(), survivor.namespace, job)) {
                start(other);
                leader.log(100);
                other.log(100);
                // Once without a fault, so that both have their items.
                Setting.rest(Duration.ofMillis(700));
                leader.execute(job);
                Setting.await("a first run", PATIENCE, () -> leader.runs() + other.runs() >= 2 * lost);
                Setting.rest(Duration.ofMillis(1_500));
                leader.log(100);
                other.hold(true);
                leader.execute(job);
                // All of them are recorded as started, though not all find a thread at once.
                Setting.await("items to hold", PATIENCE, () -> other.running() > 0);
                Setting.await("the other items", PATIENCE, () -> leader.runs() == lost);
                Setting.rest(Duration.ofMillis(700));
                leader.log(100);
                var gone = registry.deletionOf(
                        "/instances/" + registry.instancesOf(other).get(0));
                other.kill();
                takeOver(Registry.await(gone, PATIENCE));
            }
        }

        private void takeOver(long over) {
            // Nobody asks while it happens: that would take the processors away from it.
            Setting.rest(Duration.ofMillis(500));
            try {
                Setting.await("items to run elsewhere", Duration.ofSeconds(20), () -> leader.runs() >= lost);
            } catch (IllegalStateException never) {
                survivor.setting
                        .report()
                        .note(leader.side() + ": " + leader.runs() + " of " + lost + " lost items ran elsewhere");
                return;
            }
            Map<Integer, Long> began = new TreeMap<>();
            leader.logged().forEach(run -> began.merge(run.item(), run.micros(), Math::min));
            first.add((began.values().stream().min(Long::compare).orElseThrow() - over) / 1000.0);
            last.add((began.values().stream().max(Long::compare).orElseThrow() - over) / 1000.0);
        }
    }
}
