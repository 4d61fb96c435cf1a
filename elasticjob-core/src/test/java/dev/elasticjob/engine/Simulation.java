package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One history: processes that come and go, a registry that is out of reach at times, an operator, and everything decided by
 * the same code as in production. The same seed makes the same history.
 */
final class Simulation {

    private static final long FAULTS_UNTIL = 40_000;
    private static final long SETTLED_AT = FAULTS_UNTIL + 30_000;
    private static final long END = SETTLED_AT + 15_000;
    private static final long OPERATOR_SESSION = 1;

    /** The last one is so slow that nothing is made good by the next instant. */
    private static final List<String> CRONS =
            List.of("0/2 * * * * ?", "0/2 * * * * ?", "0/5 * * * * ?", "0/5 * * * * ?", "10/20 * * * * ?");

    /** What became of a history. */
    record Result(
            long seed,
            Optional<String> violation,
            long steps,
            int planned,
            int faults,
            int runs,
            List<String> history) {}

    private final long seed;
    private final Set<Integer> without;
    private final SimWorld world;
    private final SimConfig text = new SimConfig();
    private final JobTree tree = new JobTree("job");
    private final List<SimProcess> processes = new ArrayList<>();
    private final SimProcess.Behaviour behaviour;
    private final JobConfiguration config;
    private final SimCalmChecks calm;
    private final int hosts;
    private final boolean clocksJump;
    private final SimFeatures features;
    private boolean startsAlone;
    private int names;
    private int planned;
    private int faults;

    private Simulation(long seed, Set<Integer> without, boolean tracing, boolean withFeatures) {
        features = new SimFeatures(seed, withFeatures);
        this.seed = seed;
        this.without = without;
        world = new SimWorld(seed, tracing, features.largestTransaction());
        behaviour = new SimProcess.Behaviour(world);
        SplittableRandom more = new SplittableRandom(seed);
        boolean asksForMore = more.nextInt(10) < 4;
        boolean oneOff = world.chance(asksForMore ? 0.5 : 0.1);
        config = features.limited(features.configuration(SimConfig.config(
                oneOff ? "" : CRONS.get(world.random.nextInt(CRONS.size())),
                1 + world.random.nextInt(4),
                world.chance(0.7),
                world.chance(0.6),
                world.chance(0.93),
                world.chance(0.15))));
        behaviour.longest = world.chance(0.25) ? 25_000 : world.chance(0.5) ? 3_000 : 300;
        behaviour.stubborn = world.chance(0.1) ? 0.3 : 0;
        behaviour.moodyStrategy = world.chance(0.2) ? 0.5 : 0;
        behaviour.late = world.chance(0.2) ? 0.1 : 0;
        calm = new SimCalmChecks(world, processes, text);
        if (asksForMore) {
            behaviour.ended = process -> askForMore(process, more);
            behaviour.longest = more.nextBoolean() ? 300 : behaviour.longest;
            // Only where one has all items can runs follow at once.
            startsAlone = more.nextInt(3) > 0;
        }
        hosts = 1 + world.random.nextInt(4);
        clocksJump = world.chance(0.2);
        world.followersLag = world.chance(0.3);
        world.checks.nothingIsMadeUpFor =
                !config.isMisfire() && !clocksJump && !features.clocksAreOff && !features.registryClockIsOff;
        features.prepare(world);
        calm.isOff = features.losesHints || features.removesJobs;
        calm.firesMayBeMissed = features.longOutage;
        world.checks.registryClockMoves = features.registryClockIsOff;
        world.checks.retriesMayWait = features.registryClockIsOff && features.controlsRuns;
        if (features.controlsRuns) {
            // Runs of a request wait for retries, so that the next fire may come first.
            behaviour.throwing = 0.3;
        }
        world.checks.failover = config.isFailover() && config.isMonitorExecution();
        world.checks.strategyFails = behaviour.moodyStrategy > 0;
        world.checks.allClocksAreOff = features.registryClockIsOff && (clocksJump || features.clocksAreOff);
        world.checks.clocksAreOff = clocksJump || features.clocksAreOff || features.registryClockIsOff;
    }

    static Result run(long seed) {
        return new Simulation(seed, Set.of(), false, true).run();
    }

    /** Runs a history without {@link SimFeatures}: which mutants are found does not depend on what is added there. */
    static Result plain(long seed) {
        return new Simulation(seed, Set.of(), false, false).run();
    }

    /** The same history without some of its faults, in full. */
    static Result trace(long seed, Set<Integer> without) {
        return new Simulation(seed, without, true, true).run();
    }

    private Result run() {
        Optional<String> violation = Optional.empty();
        try {
            history();
        } catch (SimChecks.Violation broken) {
            violation = Optional.of(broken.getMessage());
        } catch (RuntimeException thrown) {
            StackTraceElement[] trace = thrown.getStackTrace();
            violation = Optional.of("an exception: " + thrown + (trace.length > 0 ? " at " + trace[0] : "")
                    + (trace.length > 1 ? " at " + trace[1] : ""));
        }
        return new Result(seed, violation, world.steps, planned, faults, world.checks.runs, world.history());
    }

    private void history() {
        world.log("config %s, runs up to %d ms, %d hosts", text.write(config), behaviour.longest, hosts);
        int count = 1 + (startsAlone ? 0 : world.random.nextInt(3));
        for (int i = 0; i < count; i++) {
            world.at(world.skewed(3_000), this::newProcess);
        }
        planned = world.random.nextInt(12);
        for (int i = 0; i < planned; i++) {
            long when = moment();
            int kind = world.random.nextInt(100);
            long variation = world.random.nextLong();
            int number = i;
            world.at(when, () -> {
                if (!without.contains(number)) {
                    faults++;
                    fault(kind, new SplittableRandom(variation));
                }
            });
        }
        if (world.chance(0.5)) {
            world.at(pause(world.random), this::askNowAndThen);
        }
        if (features.longOutage) {
            world.at(features.outageAt(), this::outage);
        }
        world.runUntil(FAULTS_UNTIL);
        heal();
        world.runUntil(END);
        world.log("at rest");
        world.checks.atRest(
                processes, text, SimWorld.BEGINNING.plusMillis(SETTLED_AT), SimWorld.BEGINNING.plusMillis(END - 5_000));
    }

    /** Any, or one at which items are likely to start, when most is under way. */
    private long moment() {
        long any = 500 + world.random.nextLong(FAULTS_UNTIL - 1_500);
        if (world.chance(0.6)) {
            return any;
        }
        long instant = any - any % 1_000 + 1_000 - SimWorld.BEGINNING.toEpochMilli() % 1_000;
        return instant - 5 + world.random.nextLong(20);
    }

    private void newProcess() {
        calm.unrest();
        names++;
        String ip = "10.0.0." + (1 + world.random.nextInt(hosts));
        JobConfiguration deployed = features.deployed(config);
        if (deployed.isOverwrite()) {
            settingsChange();
            world.checks.configIsOverwritten = true;
            world.checks.forgetOperatorsWord(tree.config());
        }
        SimProcess process = new SimProcess(world, "P" + names, ip, deployed, behaviour, text);
        process.isOfLaterVersion = features.isUpgraded();
        process.setClock(world.now() < FAULTS_UNTIL ? features.clockOffset() : 0);
        world.log("%s starts on %s", process.name, ip);
        processes.add(process);
        if (world.chance(0.1) && world.now() < FAULTS_UNTIL) {
            // It does not learn whether it has joined.
            world.after(1 + world.random.nextLong(20), () -> process.session.cut(1_000));
        }
    }

    /** All processes are killed, and others start much later. */
    private void outage() {
        calm.unrest();
        processes.forEach(SimProcess::kill);
        world.after(features.outageLasts(), this::newProcess);
    }

    private Optional<SimProcess> any(SplittableRandom chance) {
        List<SimProcess> up = processes.stream().filter(SimProcess::isUp).toList();
        return up.isEmpty() ? Optional.empty() : Optional.of(up.get(chance.nextInt(up.size())));
    }

    // ---- faults ----

    private void fault(int kind, SplittableRandom chance) {
        calm.unrest();
        if (kind < 14) {
            any(chance).ifPresent(process -> {
                process.kill();
                if (chance.nextInt(3) > 0) {
                    world.after(chance.nextLong(20_000), this::newProcess);
                }
            });
        } else if (kind < 34) {
            any(chance)
                    .ifPresent(process -> process.session.cut(
                            chance.nextBoolean() ? chance.nextLong(3_000) : chance.nextLong(25_000)));
        } else if (kind < 40) {
            any(chance).ifPresent(process -> process.session.expire());
        } else if (kind < 48) {
            any(chance)
                    .ifPresent(process ->
                            process.pause(chance.nextBoolean() ? chance.nextLong(2_000) : chance.nextLong(25_000)));
        } else if (kind < 56) {
            newProcess();
        } else if (kind < 64) {
            any(chance).ifPresent(process -> {
                process.leave();
                if (chance.nextInt(3) == 0) {
                    world.after(chance.nextLong(6_000), process::kill);
                }
            });
        } else if (kind < 70) {
            // The registry is out of reach for everybody.
            long down = chance.nextLong(15_000);
            processes.stream()
                    .filter(each -> each.alive && !each.left)
                    .forEach(each -> each.session.cut(down + chance.nextLong(500)));
        } else if (kind < 73 && world.followersLag) {
            any(chance).ifPresent(process -> process.session.lag(chance.nextLong(2_000), chance.nextLong(10_000)));
        } else if (kind < 76 && clocksJump) {
            any(chance).ifPresent(process -> process.moveClock(chance.nextLong(40_000) - 20_000));
        } else {
            operator(chance);
        }
    }

    /** The operator kills a run; at times with a token that is wrong or outdated. */
    private void killRun() {
        List<Integer> running = world.tree.children(tree.items()).stream()
                .map(Integer::parseInt)
                .filter(item -> world.tree.node(tree.running(item)).isPresent())
                .toList();
        if (running.isEmpty()) {
            return;
        }
        int item = running.get(features.any(running.size()));
        long token = world.tree.node(tree.item(item)).orElseThrow().modified() - (features.any(4) == 0 ? 1 : 0);
        String id = world.tree.node(tree.running(item)).orElseThrow().text();
        Optional<Node> node = world.tree.node(tree.trigger(id));
        RunRequests kill = RunRequests.kill(item, token);
        if (node.filter(each -> each.text().isBlank()).isPresent()
                || world.tree.node(tree.triggers()).isEmpty()) {
            return;
        }
        world.checks.runControl.killRequested(item, token);
        Node folder = world.tree.node(tree.triggers()).orElseThrow();
        Transaction.Builder transaction =
                Transaction.builder().set(folder.path(), folder.data(), Transaction.ANY_VERSION);
        if (node.isPresent()) {
            RunRequests before = RunRequests.decode(node.get().text()).orElseThrow();
            transaction.set(node.get().path(), before.plus(kill).encode(), Transaction.ANY_VERSION);
        } else {
            transaction.create(tree.trigger(id), kill.encode(), Transaction.Mode.PERSISTENT);
        }
        write("kill item " + item, transaction);
    }

    private void operator(SplittableRandom chance) {
        if (features.kills()) {
            killRun();
            return;
        }
        if (features.replaceOperator()) {
            switch (features.deed()) {
                case CHANGE_SETTING -> changeSetting();
                case DELETE_NODES -> deleteNodes();
                case WRITE_NODES -> writeInvalidNode();
                case REMOVE_JOB -> removeJob();
            }
            return;
        }
        switch (chance.nextInt(14)) {
            case 0, 1 -> toggleServer(chance);
            case 2 -> toggleItem(chance);
            case 3, 4 -> trigger();
            case 5 -> editTotal(1 + chance.nextInt(5));
            case 6 -> {
                int before = current().getShardingTotalCount();
                editTotal(1 + chance.nextInt(5));
                world.after(chance.nextLong(3_000), () -> editTotal(before));
            }
            case 7 -> editCron(chance);
            case 8 -> shutdown(chance);
            case 9 -> deleteMark(chance);
            case 10 -> wishForSharding();
            case 11, 12 -> ask(chance);
            default -> breakConfig(chance);
        }
    }

    private void settingsChange() {
        world.checks.failover = false;
        world.checks.nothingIsMadeUpFor = false;
        world.checks.requestsMayBeDropped = true;
        world.checks.triggersMayBeDropped = true;
    }

    private void changeSetting() {
        settingsChange();
        JobConfiguration changed = features.changed(current());
        editConfig("change a setting to " + text.write(changed), changed);
        if (features.shortly() < 2_000) {
            world.after(features.shortly(), () -> editConfig("change a setting again", features.changed(current())));
        }
    }

    private void deleteNodes() {
        String path = features.folder(tree);
        world.checks.treeDeleted(path);
        calm.switched();
        Transaction.Builder deletion = SimFeatures.deletion(world, path);
        if (!deletion.isEmpty()) {
            write("delete all of " + path, deletion);
        }
    }

    private void writeInvalidNode() {
        Transaction.Builder invalid = features.invalidNode(world, tree);
        if (!invalid.isEmpty()) {
            world.checks.invalidNodeWritten();
            calm.switched();
            write("write an invalid node", invalid);
        }
    }

    private void removeJob() {
        world.checks.treeDeleted(tree.job());
        Transaction.Builder deletion = SimFeatures.deletion(world, tree.job());
        if (!deletion.isEmpty()) {
            write("remove the job", deletion);
            world.after(features.shortly(), this::newProcess);
        }
    }

    /** The application wants a run of all items. */
    private void ask(SplittableRandom chance) {
        any(chance).filter(process -> process.machine.phase() == Phase.JOINED).ifPresent(process -> {
            for (int times = chance.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
                process.execute("one-" + Long.toString(chance.nextLong() >>> 1, 36), RunSource.ONE_OFF);
            }
            if (chance.nextBoolean()) {
                // It does not learn whether the run was requested.
                world.after(1 + chance.nextLong(12), () -> process.session.cut(chance.nextLong(3_000)));
            }
        });
    }

    /** The application requests the next run as soon as all items of the last have ended, unless another request waits. */
    private void askForMore(SimProcess process, SplittableRandom chance) {
        if (processes.stream().anyMatch(each -> !each.executions.isEmpty())
                || !world.tree.children(tree.triggers()).isEmpty()
                || process.machine.phase() != Phase.JOINED
                || world.now() > FAULTS_UNTIL - 2_000
                || chance.nextInt(8) == 0) {
            return;
        }
        world.after(chance.nextLong(chance.nextInt(4) == 0 ? 30 : 4), () -> {
            if (process.isUp()) {
                calm.unrest();
                process.execute("more-" + Long.toString(chance.nextLong() >>> 1, 36), RunSource.ONE_OFF);
                if (chance.nextInt(10) == 0) {
                    // It does not learn whether that has begun, and what came before has ended.
                    long down = chance.nextLong(chance.nextBoolean() ? 3_000 : 25_000);
                    world.after(1 + chance.nextLong(12), () -> process.session.cut(down));
                }
            }
        });
    }

    /** Not more often than records remember who asked before. */
    private void askNowAndThen() {
        if (world.now() < FAULTS_UNTIL - 2_000) {
            calm.unrest();
            ask(new SplittableRandom(world.random.nextLong()));
            world.after(pause(world.random), this::askNowAndThen);
        }
    }

    private static long pause(SplittableRandom random) {
        return 6_000 + random.nextLong(10_000);
    }

    private void write(String what, Transaction.Builder transaction) {
        calm.unrest();
        world.checks.operatorIsWriting = true;
        CommitResult result = world.tree.commit(OPERATOR_SESSION, transaction.build(), world.registryTime());
        world.checks.operatorIsWriting = false;
        world.log("operator: %s -> %s", what, result instanceof CommitResult.Committed ? "done" : result);
    }

    private void toggleServer(SplittableRandom chance) {
        calm.switched();
        world.checks.requestsMayBeDropped = true;
        List<String> servers = world.tree.children(tree.servers());
        if (!servers.isEmpty()) {
            String path = tree.server(servers.get(chance.nextInt(servers.size())));
            String status = world.tree.node(path).orElseThrow().text().equals(JobTree.DISABLED)
                    ? JobTree.ENABLED
                    : JobTree.DISABLED;
            world.checks.operatorSaid(path, status);
            write(path + " " + status, Transaction.builder().set(path, status, Transaction.ANY_VERSION));
        }
    }

    private void toggleItem(SplittableRandom chance) {
        calm.switched();
        world.checks.requestsMayBeDropped = true;
        List<String> items = world.tree.children(tree.items());
        if (!items.isEmpty()) {
            String path = tree.disabled(Integer.parseInt(items.get(chance.nextInt(items.size()))));
            if (world.tree.node(path).isPresent()) {
                world.checks.forgetOperatorsWord(path);
                write("enable " + path, Transaction.builder().delete(path, Transaction.ANY_VERSION));
            } else {
                world.checks.operatorSaid(path, "");
                write("disable " + path, Transaction.builder().create(path, "", Transaction.Mode.PERSISTENT));
            }
        }
    }

    private void trigger() {
        Transaction.Builder transaction = Transaction.builder();
        for (String id : world.tree.children(tree.instances())) {
            if (world.tree.node(tree.trigger(id)).isEmpty()) {
                transaction.create(tree.trigger(id), "", Transaction.Mode.PERSISTENT);
            }
        }
        if (!transaction.isEmpty()) {
            write("trigger", transaction);
            for (Transaction.Op op : transaction.build().ops()) {
                world.tree.node(op.path()).ifPresent(world.checks::triggered);
            }
        }
    }

    private void editConfig(String what, JobConfiguration changed) {
        world.checks.configIsEdited = true;
        if (world.tree.node(tree.config()).isPresent()) {
            world.checks.operatorSaid(tree.config(), text.write(changed));
            write(what, Transaction.builder().set(tree.config(), text.write(changed), Transaction.ANY_VERSION));
        }
    }

    private JobConfiguration current() {
        try {
            return world.tree
                    .node(tree.config())
                    .map(node -> text.read(node.path(), node.text()))
                    .orElse(config);
        } catch (IllegalArgumentException broken) {
            return config;
        }
    }

    private void editTotal(int total) {
        world.checks.requestsMayBeDropped = true;
        editConfig(
                "total " + total,
                current().toBuilder().shardingTotalCount(total).buildUnchecked());
    }

    private void editCron(SplittableRandom chance) {
        if (!config.getCron().isEmpty()) {
            world.checks.nothingIsMadeUpFor = false;
            String cron = chance.nextBoolean() ? "0/3 * * * * ?" : "1/4 * * * * ?";
            editConfig("cron " + cron, current().toBuilder().cron(cron).buildUnchecked());
        }
    }

    private void breakConfig(SplittableRandom chance) {
        if (world.tree.node(tree.config()).isPresent()) {
            JobConfiguration before = current();
            world.checks.operatorSaid(tree.config(), "broken");
            write("broken config", Transaction.builder().set(tree.config(), "broken", Transaction.ANY_VERSION));
            world.after(chance.nextLong(8_000), () -> editConfig("repaired config", before));
        }
    }

    private void shutdown(SplittableRandom chance) {
        List<String> ids = world.tree.children(tree.instances());
        if (!ids.isEmpty()) {
            String id = ids.get(chance.nextInt(ids.size()));
            long owner = world.tree.node(tree.instance(id)).orElseThrow().owner();
            processes.stream()
                    .filter(each ->
                            each.session.id == owner && each.machine.state().isMember())
                    .forEach(each -> each.shutDownSession = owner);
            write("shut down " + id, Transaction.builder().delete(tree.instance(id), Transaction.ANY_VERSION));
        }
    }

    private void deleteMark(SplittableRandom chance) {
        List<String> marks = new ArrayList<>();
        for (String item : world.tree.children(tree.items())) {
            for (String mark :
                    List.of(tree.running(Integer.parseInt(item)), tree.failoverMark(Integer.parseInt(item)))) {
                if (world.tree.node(mark).isPresent()) {
                    marks.add(mark);
                }
            }
        }
        world.tree.node(tree.leaderInstance()).map(Node::path).ifPresent(marks::add);
        world.tree.children(tree.failoverItems()).forEach(item -> marks.add(tree.failoverItems() + "/" + item));
        if (!marks.isEmpty()) {
            String mark = marks.get(chance.nextInt(marks.size()));
            if (mark.endsWith("/running")) {
                world.checks.markDeleted(Integer.parseInt(mark.split("/")[3]));
            }
            write("delete " + mark, Transaction.builder().delete(mark, Transaction.ANY_VERSION));
        }
    }

    private void wishForSharding() {
        if (world.tree.node(tree.epoch()).isPresent()
                && world.tree.node(tree.necessary()).isEmpty()) {
            write("necessary", Transaction.builder().create(tree.necessary(), "", Transaction.Mode.PERSISTENT));
        }
    }

    // ---- the end of all faults ----

    /** All processes continue, everything is enabled, an instance exists; from now on only time passes. */
    private void heal() {
        world.log("all is well from now on");
        calm.unrest();
        behaviour.longest = 300;
        behaviour.stubborn = 0;
        behaviour.moodyStrategy = 0;
        behaviour.late = 0;
        if (world.registryClock > 0) {
            // Fires count from a time that the registry's clock showed, if it was not ahead by more than the tolerance.
            world.checks.clockWas(world.time().plusMillis(Math.min(world.registryClock, 100_000)));
        }
        world.registryClock = 0;
        world.checks.clocksAreCorrected();
        for (SimProcess process : processes) {
            if (process.clockOffset() != 0) {
                Instant early = world.time().plus(SimChecks.EARLIEST);
                world.checks.clockWas(process.now().isBefore(early) ? process.now() : early);
                process.moveClock(-process.clockOffset());
            }
        }
        for (String server : world.tree.children(tree.servers())) {
            String path = tree.server(server);
            if (world.tree.node(path).orElseThrow().text().equals(JobTree.DISABLED)) {
                world.checks.operatorSaid(path, JobTree.ENABLED);
                calm.switched();
                write("enable " + server, Transaction.builder().set(path, JobTree.ENABLED, Transaction.ANY_VERSION));
            }
        }
        for (String item : world.tree.children(tree.items())) {
            String path = tree.disabled(Integer.parseInt(item));
            if (world.tree.node(path).isPresent()) {
                world.checks.forgetOperatorsWord(path);
                calm.switched();
                write("enable " + path, Transaction.builder().delete(path, Transaction.ANY_VERSION));
            }
        }
        if (processes.stream().noneMatch(SimProcess::isUp)) {
            newProcess();
        }
    }
}
