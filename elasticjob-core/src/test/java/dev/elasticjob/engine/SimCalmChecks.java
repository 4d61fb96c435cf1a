package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.registry.Node;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What must hold in the calm between faults: an item that is idle, and whose owner is well, has run for the latest instant.
 * So nothing waits for the next instant, which may be a day away, to make good what an event should have.
 */
final class SimCalmChecks {

    private static final long EVERY = 1_000;
    /** Longer than a few round trips, shorter than from one instant to the next. */
    private static final long PROMPT = 3_000;

    private static final long SLOWEST = 22_000;

    private final SimWorld world;
    private final List<SimProcess> processes;
    private final SimConfig text;
    private final JobTree tree = new JobTree("job");
    private final Map<String, Schedule> schedules = new HashMap<>();
    private final Map<Integer, Long> busy = new HashMap<>();
    private long lastUnrest;
    private long lastSwitch;
    /** Nothing is expected to happen promptly. */
    boolean isOff;
    /** No process is up for so long that fires are missed. */
    boolean firesMayBeMissed;

    SimCalmChecks(SimWorld world, List<SimProcess> processes, SimConfig text) {
        this.world = world;
        this.processes = processes;
        this.text = text;
        world.after(EVERY, this::tick);
    }

    /** Something went wrong, was repaired, or was changed by an operator. */
    void unrest() {
        lastUnrest = Math.max(lastUnrest, world.now());
    }

    /** What was done for instants that had not come yet is done with only when they have. */
    private void clockIsWrong() {
        lastUnrest = world.now() + 60_000;
    }

    /** An item or a server was enabled or disabled. Fires before that need not run, nor the first one after it. */
    void switched() {
        lastSwitch = world.now() + SLOWEST;
    }

    private void tick() {
        world.after(EVERY, this::tick);
        if (processes.stream().anyMatch(each -> each.clockOffset() != 0) || world.registryClock != 0) {
            clockIsWrong();
        }
        if (processes.stream().anyMatch(each -> each.alive ? !each.left && !each.isWell() : each.session.alive)) {
            unrest();
        }
        for (String name : world.tree.children(tree.items())) {
            int item = Integer.parseInt(name);
            if (isBusy(item)) {
                busy.put(item, world.now());
            }
        }
        if (!isOff && lastUnrest + PROMPT < world.now()) {
            processes.forEach(this::checkThatItLeaves);
            world.tree
                    .node(tree.epoch())
                    .filter(this::isOld)
                    .flatMap(node -> Epoch.decode(node.text()))
                    .filter(Epoch::open)
                    .filter(this::isMadeForTheConfig)
                    .ifPresent(this::check);
        }
    }

    private void checkThatItLeaves(SimProcess process) {
        boolean leads = world.tree
                .node(tree.leaderInstance())
                .filter(node -> node.owner() == process.session.id)
                .isPresent();
        if (process.alive && !process.isUp() && leads) {
            throw new SimChecks.Violation("4: " + process.name + " is to leave, but leads on");
        }
    }

    private boolean isOld(Node node) {
        return node.modifiedAt().plusMillis(PROMPT).isBefore(world.time());
    }

    private boolean isMadeForTheConfig(Epoch epoch) {
        try {
            Optional<JobConfiguration> config =
                    world.tree.node(tree.config()).map(node -> text.read(node.path(), node.text()));
            return config.isPresent()
                    && config.get().getCron().equals(epoch.cron())
                    && config.get().getTimeZone().equals(epoch.timeZone())
                    && config.get().getShardingTotalCount() == epoch.total();
        } catch (IllegalArgumentException broken) {
            return false;
        }
    }

    private void check(Epoch epoch) {
        for (int item = 0; item < epoch.total(); item++) {
            String owner = epoch.owner(item).orElse("");
            boolean ownerIsWell = processes.stream().anyMatch(each -> mayOwn(each) && each.isInstance(owner));
            if (!ownerIsWell && processes.stream().anyMatch(this::mayOwn)) {
                throw new SimChecks.Violation("3: all is well, but item " + item + " is owned by '" + owner + "'");
            }
            if (ownerIsWell && !epoch.cron().isEmpty() && epoch.monitorExecution()) {
                checkThatItRuns(epoch, item);
            }
            if (ownerIsWell && epoch.monitorExecution() && isIdle(item) && lastSwitch < world.now()) {
                checkThatItIsTriedAgain(epoch, item);
                checkThatNothingIsLost(epoch, item);
            }
        }
    }

    private boolean mayOwn(SimProcess process) {
        return process.isUp()
                && process.machine.state().isMember()
                && world.tree
                        .node(tree.server(process.ip))
                        .filter(node -> node.text().equals(JobTree.ENABLED))
                        .isPresent();
    }

    private void checkThatItRuns(Epoch epoch, int item) {
        Instant counts = later(epoch.since(), SimWorld.BEGINNING.plusMillis(lastSwitch));
        Optional<Instant> latest = schedules
                .computeIfAbsent(epoch.cron() + epoch.timeZone(), key -> Schedule.of(epoch.cron(), epoch.timeZone()))
                .latest(counts, world.time().minusMillis(PROMPT));
        boolean isMissed = firesMayBeMissed
                && latest.filter(at -> at.plus(world.settings.catchUpWindow()).isBefore(world.time()))
                        .isPresent();
        if (latest.isPresent()
                && !isMissed
                && world.tree.node(tree.disabled(item)).isEmpty()
                && isIdle(item)) {
            checkThatItRan(item, latest.get(), epoch.owner(item).orElseThrow());
        }
    }

    private void checkThatNothingIsLost(Epoch epoch, int item) {
        RunRecord record = record(item);
        boolean lost = record.isStarted() || record.isAbandoned();
        boolean failover = processes.stream()
                .anyMatch(each -> each.alive
                        && !each.left
                        && each.machine.state().config().isFailover());
        if (lost
                && failover
                && world.tree.node(tree.disabled(item)).isEmpty()
                && record.run().get().total() == epoch.total()
                && record.run().get().attempt() < world.settings.attempts()) {
            throw new SimChecks.Violation("3: all is well, but the last run of item " + item + " is "
                    + record.run().get().state() + ", and it does not fail over");
        }
    }

    private void checkThatItIsTriedAgain(Epoch epoch, int item) {
        RunRecord record = record(item);
        boolean isOverdue = record.retryAt()
                .filter(at -> at.plusMillis(PROMPT).isBefore(world.registryTime()))
                .isPresent();
        if (isOverdue
                && !world.checks.configIsEdited
                && !world.checks.registryClockMoves
                && world.tree.node(tree.disabled(item)).isEmpty()
                && record.run().orElseThrow().total() == epoch.total()) {
            throw new SimChecks.Violation("8: all is well, but item " + item + " is not tried again for "
                    + record.run().orElseThrow().id());
        }
    }

    private RunRecord record(int item) {
        return world.tree
                .node(tree.item(item))
                .map(node -> RunRecord.decode(node.text()))
                .orElse(RunRecord.NONE);
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private boolean isIdle(int item) {
        return busy.getOrDefault(item, 0L) + PROMPT < world.now()
                && world.tree.node(tree.item(item)).map(this::isOld).orElse(false);
    }

    private boolean isBusy(int item) {
        return world.tree.node(tree.running(item)).isPresent()
                || processes.stream()
                        .filter(each -> each.alive)
                        .flatMap(each -> each.executions.stream())
                        .anyMatch(each -> each.run.item() == item);
    }

    private void checkThatItRan(int item, Instant at, String owner) {
        RunRecord record = record(item);
        boolean begun = record.begun().filter(each -> !each.isBefore(at)).isPresent();
        boolean fellDueDuringARun =
                record.due().filter(each -> !each.isBefore(at)).isPresent();
        boolean misfire = processes.stream()
                .anyMatch(each -> each.alive
                        && !each.left
                        && each.machine.state().config().isMisfire());
        if (!begun && (misfire || !fellDueDuringARun)) {
            throw new SimChecks.Violation("4: all is well, and " + owner + " owns item " + item
                    + ", which is idle, but does not start it for " + at);
        }
    }
}
