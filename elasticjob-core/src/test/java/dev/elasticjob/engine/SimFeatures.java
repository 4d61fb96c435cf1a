package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Features that half of the histories draw from, in addition to the faults of every history: settings that are changed at run
 * time, nodes that another program deletes, jobs that are removed and registered again, clocks that are hours off,
 * and hints that are lost permanently. They have a source of randomness of their own, so that a
 * history without them is the same as before.
 */
final class SimFeatures {

    private static final List<Long> CLOCKS = List.of(-7_200_000L, -90_000L, 40_000L, 90_000L, 3_600_000L, 86_400_000L);

    private final SplittableRandom random;
    private final boolean enabled;
    private final boolean changesSettings;
    private final boolean deletesNodes;
    final boolean clocksAreOff;
    final boolean removesJobs;
    final boolean losesHints;

    SimFeatures(long seed, boolean enabled) {
        random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        this.enabled = enabled && random.nextBoolean();
        changesSettings = this.enabled && random.nextInt(3) == 0;
        deletesNodes = this.enabled && random.nextInt(3) == 0;
        clocksAreOff = this.enabled && random.nextInt(5) == 0;
        removesJobs = this.enabled && random.nextInt(6) == 0;
        losesHints = this.enabled && random.nextInt(6) == 0;
    }

    void prepare(SimWorld world) {
        if (losesHints) {
            world.lostHints = 0.3;
        }
        if (losesHints || deletesNodes) {
            // The only way in which some of it is noticed.
            world.reconcile = Duration.ofSeconds(5);
        }
        world.checks.fires = true;
    }

    long clockOffset() {
        return clocksAreOff && random.nextBoolean() ? CLOCKS.get(random.nextInt(CLOCKS.size())) : 0;
    }

    /** Whether the operator does something of these features instead of what it does in every history. */
    boolean replaceOperator() {
        return (changesSettings || deletesNodes || removesJobs) && random.nextInt(3) > 0;
    }

    /** What the operator does. */
    enum Deed {
        CHANGE_SETTING,
        DELETE_NODES,
        REMOVE_JOB
    }

    Deed deed() {
        List<Deed> deeds = new ArrayList<>();
        if (changesSettings) {
            deeds.add(Deed.CHANGE_SETTING);
        }
        if (deletesNodes) {
            deeds.add(Deed.DELETE_NODES);
        }
        if (removesJobs) {
            deeds.add(Deed.REMOVE_JOB);
        }
        return deeds.get(random.nextInt(deeds.size()));
    }

    long shortly() {
        return random.nextLong(random.nextBoolean() ? 100 : 6_000);
    }

    JobConfiguration changed(JobConfiguration config) {
        return switch (random.nextInt(6)) {
            case 0 -> config.toBuilder().failover(!config.isFailover()).buildUnchecked();
            case 1 -> config.toBuilder().misfire(!config.isMisfire()).buildUnchecked();
            case 2 ->
                config.toBuilder().staticSharding(!config.isStaticSharding()).buildUnchecked();
            default ->
                config.toBuilder()
                        .monitorExecution(!config.isMonitorExecution())
                        .buildUnchecked();
        };
    }

    /** A folder of the tree, to be deleted with all below it. */
    String folder(JobTree tree) {
        List<String> folders = List.of(
                JobView.parent(tree.leaderInstance()),
                JobView.parent(tree.leaderInstance()),
                JobView.parent(tree.failoverItems()),
                tree.failoverItems(),
                tree.triggers(),
                tree.epoch(),
                tree.items());
        return folders.get(random.nextInt(folders.size()));
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
