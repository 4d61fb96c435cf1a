package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Histories whose faults are scripted, because random ones rarely come in the order that matters. Delays are random, and all
 * invariants are checked as in any other history.
 */
enum SimScript {
    /** A mark is deleted while its run is in progress, then the total changes: the run must still hold the change back. */
    MARK_IS_DELETED_BEFORE_THE_TOTAL_CHANGES(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, false, true), 28_000);
        stage.at(1_000, () -> stage.start(1));
        stage.at(2_000, () -> stage.start(2));
        stage.at(11_000, () -> stage.deleteMark(0));
        stage.at(11_300, () -> stage.edit(stage.current().toBuilder().shardingTotalCount(3)));
    }),

    /** A start is committed and not acknowledged; its process leaves and takes the start back with its next session. */
    START_IS_TAKEN_BACK(stage -> {
        stage.begin(stage.config(SimFeatures.ONCE, 1, false, true), 100);
        stage.at(1_000, () -> stage.start(9));
        stage.at(9_300, () -> stage.owner(0).session.cutAfterSending("start", true, 12_000 + stage.any(1_500)));
        stage.at(12_000, () -> stage.start(8));
        stage.at(15_000, () -> stage.leave(9));
        stage.expectRun(0, 10);
    }),

    /** The same, but its process joins again and must not begin the run: another instance starts the next fire. */
    START_IS_NOT_BEGUN_WITHOUT_ITS_MARK(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, false, true), 25_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(9_300, () -> stage.owner(0).session.cutAfterSending("start", true, 12_000 + stage.any(1_500)));
        stage.at(12_000, () -> stage.start(8));
    }),

    /** A run waits for its code to begin when the lease ends, begins after the reconnect, and loses its session later. */
    LEASE_ENDS_BEFORE_THE_CODE_BEGINS(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, true, true), 25_000);
        stage.codeWaits(15_000, 9_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(9_800, () -> stage.owner(0).session.cut(9_000));
        stage.at(12_000, () -> stage.start(8));
        stage.at(22_000, () -> stage.process(9).session.cut(20_000));
    }),

    /** Monitoring is switched on while an instance that is out of reach runs an item, which moves to another one. */
    MONITORING_IS_SWITCHED_ON_DURING_RUNS(stage -> {
        stage.begin(stage.config("0/5 * * * * ?", 1, false, false), 12_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(10_000, () -> stage.owner(0).session.cut(6_000));
        stage.at(
                10_500 + stage.any(1_000),
                () -> stage.edit(stage.current().toBuilder().monitorExecution(true)));
        stage.at(3_000, () -> stage.start(8));
        stage.at(10_200, () -> stage.start(7));
    }),

    /** A job is removed and registered again by another process while a run drains. */
    JOB_IS_REGISTERED_AGAIN_DURING_A_RUN(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, false, true), 25_000);
        stage.at(1_000, () -> stage.start(1));
        stage.at(24_000, stage::removeJob);
        stage.at(24_100 + stage.any(500), () -> stage.start(2));
    }),

    /** The job is removed and registered again with another total, which its leader does not notice before the next epoch. */
    JOB_IS_REGISTERED_AGAIN_UNNOTICED_BY_ITS_LEADER(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, false, true), 100);
        stage.noDelays();
        stage.at(1_000, () -> stage.start(9));
        stage.at(19_950, () -> stage.start(7));
        stage.at(19_985, () -> stage.process(9).session.lag(4_000, 4_000));
        stage.at(20_000, stage::removeJob);
        stage.at(20_001, () -> stage.start(8, stage.config("10/20 * * * * ?", 3, false, true)));
    }),

    /** The job is removed and registered again, and the finish of an instance that leaves arrives after the next start. */
    JOB_IS_REGISTERED_AGAIN_UNNOTICED_BY_A_LEAVING_INSTANCE(stage -> {
        stage.begin(stage.config("0/5 * * * * ?", 1, false, true), 24_900);
        stage.noDelays();
        stage.at(1_000, () -> stage.start(9));
        stage.at(20_000, () -> stage.leave(9));
        stage.at(27_950, () -> stage.process(9).session.lag(4_000, 4_000));
        stage.at(27_950, () -> stage.process(9).session.slow = 1);
        stage.at(28_000, stage::removeJob);
        stage.at(28_100, () -> stage.start(8));
    }),

    /** An item is enabled between the read of its state and its fire. */
    ITEM_IS_ENABLED_JUST_BEFORE_ITS_FIRE(stage -> {
        stage.begin(stage.config(SimFeatures.ONCE, 1, false, true), 100);
        stage.noDelays();
        stage.at(1_000, () -> stage.start(1));
        stage.at(5_000, () -> stage.disable(0));
        stage.at(9_350 + stage.any(100), () -> stage.enable(0));
        stage.expectRun(0, 10);
    }),

    /** A mark is deleted; the new owner, which does not lead, must find out that the instance that runs it is a member. */
    MARK_OF_A_MEMBER_IS_DELETED(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, false, true), 28_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(2_000, () -> stage.start(8));
        stage.at(12_000, () -> stage.start(1));
        stage.at(14_000, () -> stage.start(7));
        stage.at(16_000, () -> stage.leave(7));
        stage.at(19_000, () -> stage.deleteMark(0));
    }),

    /** A fire falls due during a run on another instance, which ends later. */
    RUN_ON_ANOTHER_INSTANCE_ENDS(stage -> {
        stage.begin(stage.config(SimFeatures.ONCE, 1, false, true), 15_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(5_000, () -> stage.owner(0).execute("long", RunSource.ONE_OFF));
        stage.at(7_000, () -> stage.start(8));
        stage.expectRun(0, 10);
    }),

    /** A server without instances is disabled for longer than unused servers are kept. */
    UNUSED_SERVER_IS_DISABLED(stage -> {
        stage.begin(stage.config("0/5 * * * * ?", 1, false, true), 100);
        stage.keepServers(Duration.ofSeconds(8));
        stage.at(1_000, () -> stage.start(9));
        stage.at(2_000, () -> stage.start(8));
        stage.at(5_000, () -> stage.leave(8));
        stage.at(6_000, () -> stage.disableServer(8));
        stage.at(20_000, () -> stage.start(7));
        stage.at(30_000, () -> stage.start(6));
    }),

    /** Another program writes an epoch that counts fires from the distant future on. */
    EPOCH_COMES_FROM_THE_FUTURE(stage -> {
        stage.begin(stage.config("0/5 * * * * ?", 1, false, true), 100);
        stage.at(1_000, () -> stage.start(9));
        stage.at(8_000, stage::postponeEpoch);
    }),

    /** Another program writes members into the epoch that do not exist. */
    EPOCH_NAMES_UNKNOWN_MEMBERS(stage -> {
        stage.begin(stage.config("0/5 * * * * ?", 1, false, true), 100);
        stage.at(1_000, () -> stage.start(9));
        stage.at(8_000, () -> stage.replaceInEpoch("members \\S+", "members 10.0.0.7@-@7-unknown"));
    }),

    /** Another program writes the id of another instance into the node of the leader. */
    LEADER_IS_OVERWRITTEN(stage -> {
        stage.begin(stage.config("0/5 * * * * ?", 2, false, true), 100);
        stage.at(1_000, () -> stage.start(9));
        stage.at(8_000, stage::overwriteLeader);
        stage.at(9_000 + stage.any(500), () -> stage.start(8));
    }),

    /** Every instance that runs the item dies. */
    RUN_IS_LOST_AGAIN_AND_AGAIN(stage -> {
        stage.begin(stage.config(SimFeatures.ONCE, 1, true, true), 28_000);
        stage.fewAttempts();
        stage.at(1_000, () -> stage.start(1));
        stage.at(2_000, () -> stage.start(2));
        stage.at(3_000, () -> stage.start(3));
        stage.at(9_800, () -> stage.kill(1));
        stage.at(26_000, () -> stage.kill(2));
    }),

    /** The total changes after the instance that ran the only item died. */
    TOTAL_CHANGES_AFTER_A_RUN_IS_LOST(stage -> {
        stage.begin(stage.config("10/20 * * * * ?", 1, true, true), 28_000);
        stage.at(1_000, () -> stage.start(1));
        stage.at(2_000, () -> stage.start(2));
        stage.at(9_800, () -> stage.kill(1));
        stage.at(10_000, () -> stage.edit(stage.current().toBuilder().shardingTotalCount(2)));
    }),

    /** A run is lost, and a fire missed, while no process is up. */
    RUN_IS_LOST_AND_A_FIRE_MISSED(stage -> {
        stage.begin(stage.config(SimFeatures.ONCE, 1, true, true), 25_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(5_000, () -> stage.owner(0).execute("long", RunSource.ONE_OFF));
        stage.at(8_000, () -> stage.kill(9));
        stage.at(35_000, () -> stage.start(8));
        stage.firesMayBeMissed();
    }),

    /** The process that requests a run dies while its items are started by several transactions. */
    REQUESTER_DIES_BETWEEN_TRANSACTIONS(6_000, stage -> {
        stage.begin(stage.config("", 40, true, true), 1_000);
        stage.at(1_000, () -> stage.start(9));
        stage.at(5_000, () -> stage.owner(0).execute("large", RunSource.ONE_OFF));
        stage.at(5_010 + stage.any(50), () -> stage.kill(9));
        stage.at(6_000, () -> stage.start(8));
        stage.requestsAreServed();
    });

    private static final long FAULTS_UNTIL = 40_000;
    private static final long SETTLED_AT = 70_000;
    private static final long END = 85_000;

    private final int largestTransaction;
    private final Consumer<Stage> script;

    SimScript(Consumer<Stage> script) {
        this(SimWorld.LARGEST_TRANSACTION, script);
    }

    SimScript(int largestTransaction, Consumer<Stage> script) {
        this.largestTransaction = largestTransaction;
        this.script = script;
    }

    /** Plays this script; returns the violation that it ends with. */
    Optional<String> play(long seed, boolean tracing, List<String> history) {
        Stage stage = new Stage(seed, tracing, largestTransaction);
        try {
            script.accept(stage);
            stage.finish();
            return Optional.empty();
        } catch (SimChecks.Violation broken) {
            return Optional.of(broken.getMessage());
        } finally {
            history.addAll(stage.world.history());
        }
    }

    Optional<String> play(long seed) {
        return play(seed, false, new ArrayList<>());
    }

    /** What a script acts on. */
    private static final class Stage {

        private final SimWorld world;
        private final SimProcess.Behaviour behaviour;
        private final SimConfig text = new SimConfig();
        private final JobTree tree = new JobTree("job");
        private final List<SimProcess> processes = new ArrayList<>();
        private final SimCalmChecks calm;
        private final List<Runnable> expectations = new ArrayList<>();
        private JobConfiguration config;

        Stage(long seed, boolean tracing, int largestTransaction) {
            world = new SimWorld(seed, tracing, largestTransaction);
            behaviour = new SimProcess.Behaviour(world);
            behaviour.throwing = 0;
            calm = new SimCalmChecks(world, processes, text);
        }

        JobConfiguration config(String cron, int total, boolean failover, boolean monitor) {
            return SimConfig.config(cron, total, failover, true, monitor, false);
        }

        void begin(JobConfiguration configuration, long duration) {
            config = configuration;
            behaviour.duration = run -> world.now() < FAULTS_UNTIL ? duration : 100;
            world.checks.requestsMayBeDropped = true;
        }

        /** Code of runs that start before a moment begins only after a delay. */
        void codeWaits(long until, long delay) {
            behaviour.wait = run -> world.now() < until ? delay : 0;
        }

        /** Every message takes a few milliseconds. */
        void noDelays() {
            world.slow = 0;
        }

        long any(long most) {
            return world.random.nextLong(most);
        }

        int any(int most) {
            return world.random.nextInt(most);
        }

        void at(long when, Runnable what) {
            world.at(when, () -> {
                calm.unrest();
                what.run();
            });
        }

        void start(int host) {
            start(host, config);
        }

        void start(int host, JobConfiguration configuration) {
            processes.add(new SimProcess(world, "P" + host, "10.0.0." + host, configuration, behaviour, text));
        }

        void leave(int host) {
            process(host).leave();
        }

        void kill(int host) {
            process(host).kill();
        }

        private SimProcess process(int host) {
            return processes.stream()
                    .filter(each -> each.name.equals("P" + host))
                    .findFirst()
                    .orElseThrow();
        }

        void fewAttempts() {
            world.settings = SimSettings.of(
                    EngineSettings.DEFAULT.reconcileFloor(), 2, EngineSettings.DEFAULT.serverRetention());
        }

        void keepServers(Duration retention) {
            world.settings = SimSettings.of(
                    EngineSettings.DEFAULT.reconcileFloor(), EngineSettings.DEFAULT.attempts(), retention);
        }

        void disableServer(int host) {
            String path = tree.server("10.0.0." + host);
            world.checks.operatorSaid(path, JobTree.DISABLED);
            write(Transaction.builder().set(path, JobTree.DISABLED, Transaction.ANY_VERSION));
        }

        void postponeEpoch() {
            replaceInEpoch("since \\d+", "since " + Long.MAX_VALUE);
        }

        void replaceInEpoch(String pattern, String replacement) {
            world.checks.invalidNodeWritten();
            String epoch = world.tree.node(tree.epoch()).orElseThrow().text();
            write(Transaction.builder()
                    .set(tree.epoch(), epoch.replaceAll(pattern, replacement), Transaction.ANY_VERSION));
        }

        void overwriteLeader() {
            world.checks.invalidNodeWritten();
            write(Transaction.builder().set(tree.leaderInstance(), "10.0.0.7@-@7-unknown", Transaction.ANY_VERSION));
        }

        void firesMayBeMissed() {
            calm.firesMayBeMissed = true;
        }

        void requestsAreServed() {
            world.checks.requestsMayBeDropped = false;
        }

        SimProcess owner(int item) {
            String id = world.tree
                    .node(tree.epoch())
                    .flatMap(node -> Epoch.decode(node.text()))
                    .flatMap(epoch -> epoch.owner(item))
                    .orElseThrow();
            return processes.stream()
                    .filter(each -> each.isInstance(id))
                    .findFirst()
                    .orElseThrow();
        }

        JobConfiguration current() {
            return world.tree
                    .node(tree.config())
                    .map(node -> text.read(node.path(), node.text()))
                    .orElseThrow();
        }

        void edit(JobConfiguration.Builder changed) {
            write(Transaction.builder()
                    .set(tree.config(), text.write(changed.buildUnchecked()), Transaction.ANY_VERSION));
        }

        void deleteMark(int item) {
            if (world.tree.node(tree.running(item)).isPresent()) {
                world.checks.markDeleted(item);
                write(Transaction.builder().delete(tree.running(item), Transaction.ANY_VERSION));
            }
        }

        void disable(int item) {
            write(Transaction.builder().create(tree.disabled(item), "", Transaction.Mode.PERSISTENT));
        }

        void enable(int item) {
            write(Transaction.builder().delete(tree.disabled(item), Transaction.ANY_VERSION));
        }

        void removeJob() {
            calm.isOff = true;
            world.checks.jobRemoved();
            write(SimFeatures.deletion(world, tree.job()));
        }

        private void write(Transaction.Builder transaction) {
            world.checks.operatorIsWriting = true;
            world.tree.commit(1, transaction.build(), world.registryTime());
            world.checks.operatorIsWriting = false;
        }

        void expectRun(int item, int second) {
            Instant at = Instant.parse("2026-03-01T00:00:00Z").plusSeconds(second);
            expectations.add(() -> {
                boolean ran = world.checks.all.stream()
                        .anyMatch(each -> each.run.item() == item
                                && each.run.source() != RunSource.FAILOVER
                                && each.run.scheduledAt().equals(Optional.of(at)));
                if (!ran) {
                    throw new SimChecks.Violation("4: item " + item + " never ran for " + at);
                }
            });
        }

        void finish() {
            world.runUntil(END);
            expectations.forEach(Runnable::run);
            world.checks.atRest(
                    processes,
                    text,
                    SimWorld.BEGINNING.plusMillis(SETTLED_AT),
                    SimWorld.BEGINNING.plusMillis(END - 5_000));
        }
    }
}
