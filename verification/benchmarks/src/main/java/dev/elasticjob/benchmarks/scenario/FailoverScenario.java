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
import java.util.concurrent.CompletableFuture;

/**
 * Kills one of several processes while it runs items, and measures the time from the end of its session until another
 * instance runs them.
 */
public final class FailoverScenario implements Scenario {

    private static final int SESSION_MILLIS = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOST_AFTER = Duration.ofSeconds(6);
    /** Duration of the warm-up of all processes, which run concurrently. */
    private static final Duration WARMING = Duration.ofSeconds(12);

    private static final int REHEARSED_JOBS = 40;
    private static final int REHEARSALS = 3;
    private static final int LOGGED = 1_000;

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
        compare(setting, 4, OptionalDouble.of(10));
        if (!setting.quick()) {
            compare(setting, 2, OptionalDouble.empty());
            compare(setting, 1, OptionalDouble.empty());
        }
    }

    private static void compare(Setting setting, int left, OptionalDouble demanded) {
        try (Team subject = survivors(setting, Side.SUBJECT, left);
                Team reference = survivors(setting, Side.REFERENCE, left)) {
            for (int lost : new int[] {1, 10}) {
                Shared subjectResult = share(setting, subject, lost);
                Shared referenceResult = share(setting, reference, lost);
                for (int i = 0; i < setting.quickOr(lost == 1 ? 7 : 5, 10); i++) {
                    subjectResult.loseAnother();
                    referenceResult.loseAnother();
                }
                String label = (lost == 1 ? "1 item" : lost + " items") + " of one of " + (left + 1) + " instances: ";
                if (lost > 1) {
                    report(
                            setting,
                            label + "the first runs",
                            subjectResult.first,
                            referenceResult.first,
                            OptionalDouble.empty());
                }
                report(
                        setting,
                        label + (lost > 1 ? "all run" : "it runs"),
                        subjectResult.last,
                        referenceResult.last,
                        demanded);
            }
        }
    }

    private static void report(
            Setting setting, String what, List<Double> subject, List<Double> reference, OptionalDouble demanded) {
        setting.report().less(what, "ms", Samples.of(subject), Samples.of(reference), Samples::median, demanded);
    }

    /**
     * Starts the surviving instances and warms them up, which includes losing other instances. They use the C1 compiler
     * only: C2 would compile for several more minutes and disturb the measurements.
     */
    private static Team survivors(Setting setting, Side side, int count) {
        Team team = Team.direct(setting, side, count, SESSION_MILLIS);
        List<CompletableFuture<Void>> warming = new ArrayList<>();
        for (Worker worker : team.workers()) {
            worker.load("warm" + warming.size() + "-", 1, 3, true);
            warming.add(CompletableFuture.runAsync(() -> worker.drive(WARMING)));
        }
        warming.forEach(CompletableFuture::join);
        Shared rehearsal = new Shared(setting, team, "rehearsed-", REHEARSED_JOBS, 1);
        for (int i = 0; i < REHEARSALS; i++) {
            rehearsal.loseAnother();
        }
        return team;
    }

    /** Prepares a job that the survivors share with one instance at a time, which is then killed. */
    private static Shared share(Setting setting, Team survivors, int lost) {
        Shared shared = new Shared(setting, survivors, "loses" + lost + "-", 1, lost);
        // The first loss is not measured because it includes initialization.
        shared.loseAnother();
        shared.first.clear();
        shared.last.clear();
        return shared;
    }

    /** Jobs of which each instance owns as many items as are lost. */
    private static final class Shared {

        private final Setting setting;
        private final Team survivors;
        private final String prefix;
        private final int jobs;
        private final int itemsEach;
        private final int lost;
        private final int kept;
        private final List<Double> first = new ArrayList<>();
        private final List<Double> last = new ArrayList<>();

        Shared(Setting setting, Team survivors, String prefix, int jobs, int lostOfEach) {
            this.setting = setting;
            this.survivors = survivors;
            this.prefix = prefix;
            this.jobs = jobs;
            itemsEach = (survivors.size() + 1) * lostOfEach;
            lost = jobs * lostOfEach;
            kept = survivors.size() * lost;
            survivors.workers().forEach(this::start);
        }

        private void start(Worker worker) {
            worker.startJobs(prefix, jobs, itemsEach, "", Options.FAILOVER);
        }

        private void execute(Worker worker) {
            for (int i = 0; i < jobs; i++) {
                worker.execute(prefix + i);
            }
        }

        void loseAnother() {
            try (Worker other = survivors.another();
                    Registry registry = new Registry(setting.server(), survivors.namespace(), prefix + (jobs - 1))) {
                start(other);
                survivors.log(LOGGED);
                other.log(LOGGED);
                // Runs once without a fault, so that all instances own their items.
                Setting.rest(Duration.ofMillis(500));
                execute(other);
                Setting.await("a first run", PATIENCE, () -> survivors.runs() + other.runs() >= kept + lost);
                Setting.rest(Duration.ofMillis(800));
                survivors.log(LOGGED);
                other.hold(true);
                execute(other);
                // All items are recorded as started, although not all of them get a thread at once.
                Setting.await("items to hold", PATIENCE, () -> other.running() >= jobs);
                Setting.await("the other items", PATIENCE, () -> survivors.runs() == kept);
                Setting.rest(Duration.ofMillis(500));
                survivors.log(LOGGED);
                var gone = registry.deletionOf(
                        "/instances/" + registry.instancesOf(other).get(0));
                other.kill();
                takeOver(Registry.await(gone, PATIENCE));
            }
        }

        private void takeOver(long over) {
            // Does not query the workers during the failover, because queries would take CPU time from it.
            Setting.rest(Duration.ofMillis(400));
            try {
                Setting.await("items to run elsewhere", LOST_AFTER, () -> survivors.runs() >= lost);
            } catch (IllegalStateException never) {
                setting.report()
                        .note(survivors.side() + ": " + survivors.runs() + " of " + lost + " lost items ran elsewhere");
                return;
            }
            Map<Integer, Long> began = new TreeMap<>();
            survivors.logged().forEach(run -> began.merge(run.job() * itemsEach + run.item(), run.micros(), Math::min));
            first.add((began.values().stream().min(Long::compare).orElseThrow() - over) / 1000.0);
            last.add((began.values().stream().max(Long::compare).orElseThrow() - over) / 1000.0);
        }
    }
}
