package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What tests use that play a history step by step in the simulator's world. */
abstract class SimScenario {

    static final JobTree TREE = new JobTree("job");
    static final String EVERY_TEN = "0/10 * * * * ?";
    static final String ONCE = "10 0 0 * * ?";
    static final String OWNERS_IP = "10.0.0.1";

    final SimConfig text = new SimConfig();
    SimWorld world;
    SimProcess.Behaviour behaviour;
    private int names;

    void newWorld(long seed) {
        newWorld(new SimWorld(seed, true));
    }

    private void newWorld(SimWorld next) {
        world = next;
        behaviour = new SimProcess.Behaviour(world);
        behaviour.throwing = 0;
        behaviour.duration = run -> 100;
        names = 0;
    }

    /** The registry takes smaller transactions than it says. */
    void newWorldWhoseRegistryTakes(int bytes, long seed) {
        newWorld(new SimWorld(seed, true, bytes));
        world.largestTransaction = SimWorld.LARGEST_TRANSACTION;
        world.slow = 0;
    }

    /** No message takes more than a few milliseconds. */
    void newPromptWorld(long seed) {
        newWorld(seed);
        world.slow = 0;
    }

    static JobConfiguration config(String cron) {
        return SimConfig.config(cron, 1, true, true, true, false);
    }

    /** The settings of the simulator, with other times. */
    static EngineSettings settings(Duration joinGrace, Duration reconcile, Duration catchUp, Duration serverRetention) {
        EngineSettings real = SimSettings.DEFAULT;
        return new EngineSettings(
                real.readAhead(),
                joinGrace,
                real.electionDelay(),
                real.claimDelay(),
                real.finishGrace(),
                real.drain(),
                real.drainInterrupted(),
                real.leaveUnreachable(),
                reconcile,
                real.heldBackReport(),
                real.attempts(),
                catchUp,
                real.clockReading(),
                serverRetention);
    }

    /** The world's milliseconds of a second of its first minute. */
    static long at(double second) {
        return Math.round(second * 1000) - 500;
    }

    SimProcess start(String ip, JobConfiguration config) {
        names++;
        return new SimProcess(world, "P" + names, ip, config, behaviour, text);
    }

    void edit(JobConfiguration config) {
        operator(Transaction.builder().set(TREE.config(), text.write(config), Transaction.ANY_VERSION));
    }

    void operator(Transaction.Builder transaction) {
        assertThat(world.tree.commit(1, transaction.build(), world.time())).isInstanceOf(CommitResult.Committed.class);
    }

    void create(String path) {
        operator(Transaction.builder().create(path, "", Transaction.Mode.PERSISTENT));
    }

    void delete(String path) {
        operator(Transaction.builder().delete(path, Transaction.ANY_VERSION));
    }

    void set(String path, String value) {
        operator(Transaction.builder().set(path, value, Transaction.ANY_VERSION));
    }

    boolean exists(String path) {
        return world.tree.node(path).isPresent();
    }

    Epoch epoch() {
        return world.tree
                .node(TREE.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .orElseThrow();
    }

    RunRecord record(int item) {
        return RunRecord.decode(world.tree.node(TREE.item(item)).orElseThrow().text());
    }

    /** How often item 0 was run for each second. */
    SortedMap<Integer, Integer> seconds() {
        SortedMap<Integer, Integer> seconds = new TreeMap<>();
        for (SimProcess.Execution each : world.checks.all) {
            Optional<Instant> instant = each.run.scheduledAt();
            if (instant.isPresent() && each.run.item() == 0) {
                seconds.merge((int) (instant.get().getEpochSecond() % 60), 1, Integer::sum);
            }
        }
        return seconds;
    }

    /** What every run of an item was for, in the order in which they began. */
    List<RunSource> sources() {
        return world.checks.all.stream().map(each -> each.run.source()).toList();
    }

    String history() {
        return String.join("\n", world.history());
    }

    /** A leader, and the owner of the only item. */
    SimProcess[] leaderAndOwner(JobConfiguration config) {
        SimProcess leader = start("10.0.0.9", config);
        world.runUntil(at(3));
        SimProcess owner = start(OWNERS_IP, config);
        world.runUntil(at(5));
        assertThat(epoch().owner(0)).contains(owner.machine.state().id());
        return new SimProcess[] {leader, owner};
    }

    List<String> messages(String containing) {
        return world.history().stream()
                .filter(line -> line.contains(containing))
                .toList();
    }

    /** Runs until a node exists, and returns when that was. */
    long runUntilExists(String path) {
        while (!exists(path)) {
            assertThat(world.now()).as(this::history).isLessThan(60_000);
            world.runUntil(world.now() + 10);
        }
        return world.now();
    }

    SimProcess.Execution last() {
        return world.checks.all.get(world.checks.all.size() - 1);
    }
}
