package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.process.Worker.Options;
import dev.elasticjob.benchmarks.stats.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Measures the time from the join or leave of a second instance until all items are assigned and can start. ElasticJob
 * 3.0.4 assigns items at the next trigger, which is sent at that moment. This project assigns them without a trigger
 * and, after a join, waits a tenth of a second for further instances.
 */
public final class ReshardScenario implements Scenario {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String JOB = "job0";

    /** Milliseconds until the items can start, and until the node of every item shows its owner. */
    private record Took(List<Double> decided, List<Double> shown) {

        Took() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    @Override
    public String name() {
        return "reshard";
    }

    @Override
    public String description() {
        return "a second instance joins and leaves: 10 to 10,000 items get owners";
    }

    @Override
    public void measure(Setting setting) {
        for (int items : setting.quick() ? new int[] {1_000} : new int[] {10, 100, 1_000, 5_000}) {
            int rounds = items > 1_000 ? 3 : setting.quickOr(5, 6);
            Took ourJoins = new Took();
            Took ourLeaves = new Took();
            Took theirJoins = new Took();
            Took theirLeaves = new Took();
            run(setting, Side.SUBJECT, items, rounds, ourJoins, ourLeaves);
            run(setting, Side.REFERENCE, items, rounds, theirJoins, theirLeaves);
            String label = String.format(Locale.ROOT, "%,d items, ", items);
            OptionalDouble demanded = items == 1_000 ? OptionalDouble.of(20) : OptionalDouble.empty();
            compare(setting, label + "join: until items can start", ourJoins.decided, theirJoins.decided, demanded);
            compare(setting, label + "leave: until items can start", ourLeaves.decided, theirLeaves.decided, demanded);
            compare(
                    setting,
                    label + "leave: until all owners are shown",
                    ourLeaves.shown,
                    theirLeaves.shown,
                    OptionalDouble.empty());
        }
        Took joins = new Took();
        Took leaves = new Took();
        run(setting, Side.SUBJECT, 10_000, 2, joins, leaves);
        setting.report()
                .alone(
                        "10,000 items, join: until items can start",
                        "ms",
                        Samples.of(joins.decided).median());
        setting.report()
                .alone(
                        "10,000 items, leave: until items can start",
                        "ms",
                        Samples.of(leaves.decided).median());
        setting.report()
                .alone(
                        "10,000 items, leave: until all owners are shown",
                        "ms",
                        Samples.of(leaves.shown).median());
    }

    private static void compare(
            Setting setting, String what, List<Double> subject, List<Double> reference, OptionalDouble demanded) {
        setting.report().less(what, "ms", Samples.of(subject), Samples.of(reference), Samples::median, demanded);
    }

    private static void run(Setting setting, Side side, int items, int rounds, Took joins, Took leaves) {
        String namespace = setting.namespace(side);
        try (Worker first = setting.worker(side, namespace);
                Registry registry = new Registry(setting.server(), namespace, JOB)) {
            first.startJobs("job", 1, items, "", Options.UNMONITORED);
            first.log(items);
            settle(side, registry, first, items, registry.instancesOf(first).get(0));
            for (int round = 0; round < rounds; round++) {
                Worker second = setting.worker(side, namespace);
                CompletableFuture<Long> came = registry.changeOf("/instances");
                second.startJobs("job", 1, items, "", Options.UNMONITORED);
                long joined = Registry.await(came, PATIENCE);
                String id = registry.instancesOf(second).get(0);
                measure(side, registry, first, joined, items, items / 2, id, joins);
                rest(side, first);
                CompletableFuture<Long> gone = registry.deletionOf("/instances/" + id);
                CompletableFuture<Void> closing = CompletableFuture.runAsync(second::close);
                long left = Registry.await(gone, PATIENCE);
                String firstId = registry.instancesOf(first).get(0);
                measure(side, registry, first, left, items, items, firstId, leaves);
                closing.join();
                rest(side, first);
            }
        }
    }

    /** Waits for the first assignment, which is not measured. */
    private static void settle(Side side, Registry registry, Worker first, int items, String id) {
        if (side == Side.REFERENCE) {
            first.execute(JOB);
        }
        Setting.await("the first owners", PATIENCE, () -> shown(registry, items, id) == items);
        rest(side, first);
    }

    /**
     * Waits for the end of the run: ElasticJob 3.0.4 runs all items at a trigger, and the next trigger must not precede
     * their end.
     */
    private static void rest(Side side, Worker worker) {
        if (side == Side.REFERENCE) {
            int[] runs = {-1};
            Setting.await("the end of a run", PATIENCE, () -> {
                Setting.rest(Duration.ofMillis(200));
                int before = runs[0];
                runs[0] = worker.runs();
                return runs[0] == before;
            });
        }
    }

    private static void measure(
            Side side, Registry registry, Worker first, long since, int items, int wanted, String owner, Took took) {
        if (side == Side.REFERENCE) {
            Setting.await("the request for resharding", PATIENCE, () -> registry.exists("/leader/sharding/necessary"));
            since = Setting.micros();
            first.execute(JOB);
            Setting.await(
                    "new owners",
                    PATIENCE,
                    () -> !registry.exists("/leader/sharding/necessary")
                            && !registry.exists("/leader/sharding/processing"));
        } else {
            Setting.await("new owners", PATIENCE, () -> ownsHalfOrAll(registry, owner, items == wanted));
        }
        took.decided.add((Setting.micros() - since) / 1000.0);
        Setting.await("owners that are shown", PATIENCE, () -> shown(registry, items, owner) >= wanted);
        took.shown.add((Setting.micros() - since) / 1000.0);
    }

    /**
     * Evaluates the epoch of this project: after a join it contains the new instance, after a leave only the remaining
     * one.
     */
    private static boolean ownsHalfOrAll(Registry registry, String owner, boolean all) {
        String epoch = registry.text("/leader/sharding");
        return epoch.contains(owner)
                && (!all
                        || registry.children("/instances").stream().allMatch(owner::equals)
                                && !namesOther(epoch, owner));
    }

    private static boolean namesOther(String epoch, String owner) {
        return epoch.replace(owner, "").contains("@-@");
    }

    private static int shown(Registry registry, int items, String owner) {
        // Each instance owns the items at one end of the range. All nodes are read only when one of these ends is
        // correct, because reading them all takes time.
        if (!registry.text("/sharding/" + (items - 1) + "/instance").equals(owner)
                && !registry.text("/sharding/" + (items / 2 - 1) + "/instance").equals(owner)) {
            return 0;
        }
        return registry.count(
                IntStream.range(0, items)
                        .mapToObj(item -> "/sharding/" + item + "/instance")
                        .toList(),
                owner);
    }
}
