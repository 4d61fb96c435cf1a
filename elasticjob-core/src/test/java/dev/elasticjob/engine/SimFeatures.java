package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Features that half of the histories draw from, in addition to the faults of every history: settings that are changed at run
 * time, nodes that another program deletes or writes, jobs that are removed and registered again, clocks that are hours
 * off, hints that are lost permanently, transactions that are small, outages longer than the catch-up window. They have a
 * source of randomness of their own, so that a history without them is the same as before.
 */
final class SimFeatures {

    private static final List<Long> CLOCKS = List.of(-7_200_000L, -90_000L, 40_000L, 90_000L, 3_600_000L, 86_400_000L);
    private static final List<Long> REGISTRY_CLOCKS = List.of(-3_600_000L, -90_000L, 20_000L, 90_000L, 3_600_000L);
    private static final List<String> STRATEGIES =
            List.of("AVG_ALLOCATION", "ODEVITY", "ROUND_ROBIN", "SINGLE_SHARDING_BALANCE");

    /** Fires once in a history. */
    static final String ONCE = "10 0 0 * * ?";

    private final SplittableRandom random;
    private final boolean enabled;
    private final boolean changesSettings;
    private final boolean deletesNodes;
    private final boolean writesNodes;
    private final boolean overwrites;
    final boolean clocksAreOff;
    final boolean registryClockIsOff;
    final boolean removesJobs;
    final boolean losesHints;
    final boolean smallTransactions;
    final boolean longOutage;
    /** Of timeouts, kills and retries; separate, so that histories without them are the same as before. */
    private final SplittableRandom control;

    final boolean controlsRuns;
    /** Whether a later version is rolled out, so that instances of two versions share the tree. */
    private final boolean upgrades;

    SimFeatures(long seed, boolean enabled) {
        random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        this.enabled = enabled && random.nextBoolean();
        changesSettings = draw(3);
        deletesNodes = draw(3);
        clocksAreOff = draw(5);
        removesJobs = draw(6);
        losesHints = draw(6);
        writesNodes = draw(5);
        overwrites = draw(6);
        registryClockIsOff = draw(8);
        smallTransactions = draw(8);
        longOutage = draw(6);
        control = new SplittableRandom(seed ^ 0x2545F491L);
        controlsRuns = enabled && control.nextInt(3) == 0;
        upgrades = enabled && control.nextInt(5) == 0;
    }

    private boolean draw(int oneOf) {
        return enabled && random.nextInt(oneOf) == 0;
    }

    int largestTransaction() {
        return smallTransactions ? 4_000 + random.nextInt(8_000) : SimWorld.LARGEST_TRANSACTION;
    }

    /** Returns the configuration of a history, which is drawn without these features first. */
    JobConfiguration configuration(JobConfiguration plain) {
        if (!enabled) {
            return plain;
        }
        JobConfiguration.Builder builder =
                plain.toBuilder().jobShardingStrategyType(STRATEGIES.get(random.nextInt(STRATEGIES.size())));
        if (smallTransactions) {
            int total = 10 + random.nextInt(random.nextInt(4) == 0 ? 200 : 50);
            builder.shardingTotalCount(total);
            if (total > 60 && !plain.getCron().isEmpty()) {
                builder.cron("10/20 * * * * ?");
            }
        }
        if (longOutage && !plain.getCron().isEmpty()) {
            builder.cron(ONCE);
        }
        return builder.buildUnchecked();
    }

    /** Returns a configuration with limits and retries. */
    JobConfiguration limited(JobConfiguration plain) {
        if (!controlsRuns) {
            return plain;
        }
        JobConfiguration.Builder builder = plain.toBuilder();
        if (control.nextBoolean()) {
            builder.timeout(Duration.ofMillis(200 + control.nextInt(3_000)))
                    .killGrace(Duration.ofMillis(control.nextInt(4_000)))
                    .onStubborn(control.nextInt(3) == 0 ? OnStubborn.RELEASE : OnStubborn.HOLD);
        }
        if (control.nextInt(3) > 0) {
            int max = 1 + control.nextInt(4);
            Duration first = Duration.ofMillis(100 + control.nextInt(3_000));
            builder.retry(
                    control.nextBoolean()
                            ? Retry.fixed(max, first)
                            : Retry.exponential(max, first, first.multipliedBy(1 + control.nextInt(8))));
        }
        return builder.buildUnchecked();
    }

    /** Returns whether the operator kills a run instead of what it does in every history. */
    boolean kills() {
        return controlsRuns && control.nextInt(3) == 0;
    }

    /** Returns whether the next process is of a later version. */
    boolean isUpgraded() {
        return upgrades && control.nextBoolean();
    }

    int any(int bound) {
        return control.nextInt(bound);
    }

    void prepare(SimWorld world) {
        if (losesHints) {
            world.lostHints = random.nextBoolean() ? 0.3 : 1;
        }
        // Where hints are lost, a full read is the only way in which something is noticed.
        Duration reconcile = losesHints || deletesNodes || writesNodes
                ? Duration.ofSeconds(5)
                : EngineSettings.DEFAULT.reconcileFloor();
        world.settings = SimSettings.of(
                reconcile,
                draw(4) ? 2 : EngineSettings.DEFAULT.attempts(),
                draw(4) ? Duration.ofSeconds(8) : EngineSettings.DEFAULT.serverRetention());
        // A clock that is ahead together with the registry's cannot be detected.
        world.checks.fires = !registryClockIsOff;
        if (registryClockIsOff) {
            long offset = REGISTRY_CLOCKS.get(random.nextInt(REGISTRY_CLOCKS.size()));
            world.at(random.nextBoolean() ? 0 : random.nextLong(30_000), () -> {
                world.log("registry's clock is %d ms ahead", offset);
                world.registryClock = offset;
            });
        }
    }

    long clockOffset() {
        return clocksAreOff && random.nextBoolean() ? CLOCKS.get(random.nextInt(CLOCKS.size())) : 0;
    }

    /** Returns how code that is deployed later configures the job: as before, or differently, to be written over. */
    JobConfiguration deployed(JobConfiguration before) {
        return overwrites && random.nextInt(3) == 0
                ? changed(before).toBuilder().overwrite(true).buildUnchecked()
                : before;
    }

    /** What the operator does. */
    enum Deed {
        CHANGE_SETTING,
        DELETE_NODES,
        WRITE_NODES,
        REMOVE_JOB
    }

    /** Whether the operator does something of these features instead of what it does in every history. */
    boolean replaceOperator() {
        return !deeds().isEmpty() && random.nextInt(3) > 0;
    }

    Deed deed() {
        List<Deed> deeds = deeds();
        return deeds.get(random.nextInt(deeds.size()));
    }

    private List<Deed> deeds() {
        List<Deed> deeds = new ArrayList<>();
        if (changesSettings) {
            deeds.add(Deed.CHANGE_SETTING);
        }
        if (deletesNodes) {
            deeds.add(Deed.DELETE_NODES);
        }
        if (writesNodes) {
            deeds.add(Deed.WRITE_NODES);
        }
        if (removesJobs) {
            deeds.add(Deed.REMOVE_JOB);
        }
        return deeds;
    }

    long shortly() {
        return random.nextLong(random.nextBoolean() ? 100 : 6_000);
    }

    /** Returns when all processes are killed, if they are. */
    long outageAt() {
        return 3_000 + random.nextLong(12_000);
    }

    long outageLasts() {
        return 15_000 + random.nextLong(20_000);
    }

    JobConfiguration changed(JobConfiguration config) {
        JobConfiguration.Builder builder = config.toBuilder();
        switch (random.nextInt(9)) {
            case 0 -> builder.failover(!config.isFailover());
            case 1 -> builder.misfire(!config.isMisfire());
            case 2 -> builder.staticSharding(!config.isStaticSharding());
            case 3 -> builder.timeZone(config.getTimeZone().equals("UTC") ? "GMT+08:00" : "UTC");
            case 4 -> builder.jobShardingStrategyType(STRATEGIES.get(random.nextInt(STRATEGIES.size())));
            default -> builder.monitorExecution(!config.isMonitorExecution());
        }
        return builder.buildUnchecked();
    }

    /** A folder of the tree, to be deleted with all below it. */
    String folder(JobTree tree) {
        List<String> folders = List.of(
                JobTree.parent(tree.leaderInstance()),
                JobTree.parent(tree.leaderInstance()),
                JobTree.parent(tree.failoverItems()),
                tree.failoverItems(),
                tree.triggers(),
                tree.servers(),
                tree.epoch(),
                tree.items());
        return folders.get(random.nextInt(folders.size()));
    }

    /** Returns nodes that no instance writes: not bound to a session, or from the future. */
    Transaction.Builder invalidNode(SimWorld world, JobTree tree) {
        Transaction.Builder transaction = Transaction.builder();
        int item = random.nextInt(3);
        switch (random.nextInt(5)) {
            case 0 -> put(world, transaction, tree.leaderInstance(), "10.0.0.9@-@9-9");
            case 1 -> put(world, transaction, tree.instance("10.0.0.9@-@9-9"), "");
            case 2 -> {
                if (world.tree.node(tree.running(item)).isEmpty()) {
                    put(world, transaction, tree.running(item), "10.0.0.9@-@9-9");
                }
            }
            case 3 ->
                put(
                        world,
                        transaction,
                        tree.item(item),
                        RunRecord.since(world.time().plusSeconds(7_200)).encode());
            default ->
                world.tree
                        .node(tree.epoch())
                        .flatMap(node -> Epoch.decode(node.text()))
                        .ifPresent(epoch -> put(world, transaction, tree.epoch(), fromTheFuture(epoch)));
        }
        return transaction;
    }

    private String fromTheFuture(Epoch epoch) {
        return random.nextBoolean()
                ? epoch.encode().replaceAll("since \\d+", "since " + Long.MAX_VALUE)
                : epoch.encode().replaceAll("cron .*", "cron invalid");
    }

    /** Bound nodes cannot be changed by anybody else, so they are replaced. */
    private static void put(SimWorld world, Transaction.Builder transaction, String path, String text) {
        boolean exists = world.tree.node(path).isPresent();
        if (exists && world.tree.node(path).get().owner() == Node.NO_OWNER) {
            transaction.set(path, text, Transaction.ANY_VERSION);
        } else if (world.tree.node(JobTree.parent(path)).isPresent()) {
            if (exists) {
                transaction.delete(path, Transaction.ANY_VERSION);
            }
            transaction.create(path, text, Transaction.Mode.PERSISTENT);
        }
    }

    /** Deletes a node with all below it, children first. */
    static Transaction.Builder deletion(SimWorld world, String path) {
        Transaction.Builder transaction = Transaction.builder();
        addDeletion(world, path, transaction);
        return transaction;
    }

    private static void addDeletion(SimWorld world, String path, Transaction.Builder transaction) {
        if (world.tree.node(path).isPresent()) {
            for (String child : world.tree.children(path)) {
                addDeletion(world, path + "/" + child, transaction);
            }
            transaction.delete(path, Transaction.ANY_VERSION);
        }
    }
}
