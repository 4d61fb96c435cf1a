package dev.elasticjob.engine;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Node;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What must hold for every change of a run record: who may start, what an end may write, what may never go back. */
final class SimRecordChecks {

    /** By then every connected instance knows what an operator has set. */
    private static final long KNOWN_AFTER = 5_000;

    /** So often an owner may not have seen what was set at an item: it reads it shortly before an instant, if it can. */
    private static final int UNSEEN = 2;

    private static final long CLEARLY = 1_000;

    /** A run whose end was recorded by the one who ran it. */
    private record Ran(int item, Instant from, Instant to) {}

    private final SimWorld world;
    private final JobTree tree;
    private final Map<Integer, RunRecord> records = new HashMap<>();
    private boolean isForgotten;
    private final Set<String> written = new HashSet<>();
    private final Set<String> started = new HashSet<>();
    private final Map<String, Instant> begun = new HashMap<>();
    private final Map<String, Instant> returned = new HashMap<>();
    private final List<Ran> ran = new ArrayList<>();
    private final Map<String, Long> disabledSince = new HashMap<>();
    private final Map<String, Integer> begunDisabled = new HashMap<>();

    /** Whether lost runs fail over, as far as all instances know. */
    private final BooleanSupplier failover;

    SimRecordChecks(SimWorld world, JobTree tree, BooleanSupplier failover) {
        this.world = world;
        this.tree = tree;
        this.failover = failover;
    }

    /** Another program deletes the records. */
    void forget() {
        records.clear();
        isForgotten = true;
    }

    void operatorSaid(String path) {
        disabledSince.put(path, world.now());
        begunDisabled.remove(path);
    }

    void begun(SimProcess.Execution execution) {
        LocalRun run = execution.run;
        begun.put(run.run().nonce(), world.time());
        String disabled = tree.disabled(run.item());
        if (world.tree.node(disabled).isPresent()
                && disabledSince.getOrDefault(disabled, Long.MAX_VALUE) < world.now() - KNOWN_AFTER
                && execution.process().session.connectedFor() > KNOWN_AFTER
                && begunDisabled.merge(disabled, 1, Integer::sum) > UNSEEN) {
            throw new SimChecks.Violation("5: item " + run.item() + " begins, which the operator has disabled");
        }
    }

    /** It fell due while the item ran, which is not to be made up for. */
    void checkNotMadeUpFor(LocalRun run) {
        if (run.tryNumber() > 1) {
            return;
        }
        if (run.run().source() == RunSource.FAILOVER || run.run().scheduledAt().isEmpty()) {
            return;
        }
        Instant at = run.run().scheduledAt().get();
        for (Ran each : ran) {
            if (each.item == run.item()
                    && each.from.isBefore(at.minusMillis(CLEARLY))
                    && each.to.isAfter(at.plusMillis(CLEARLY))) {
                throw new SimChecks.Violation("2: item " + run.item() + " is run for " + at
                        + ", which fell due while it ran, although misfire is off");
            }
        }
    }

    void returned(SimProcess.Execution execution) {
        // A run that a timeout or an operator ended is not abandoned either.
        if (!execution.interrupted || execution.run.isEndedByLimit()) {
            returned.put(execution.run.run().nonce(), world.time());
        }
    }

    /** Whether a start of the item for this run was recorded, and not taken back. */
    boolean wasStarted(int item, String runId) {
        return started.contains(item + " " + runId);
    }

    boolean wasStarted(String runId) {
        return started.stream().anyMatch(each -> each.endsWith(" " + runId));
    }

    /** The fire time, if any, of the run whose end is recorded by the start of the next one. */
    Optional<Instant> endedByTheNext(int item, RunRecord after) {
        return Optional.ofNullable(records.get(item))
                .filter(before -> isEndedByTheNext(before, after))
                .flatMap(before -> before.run().orElseThrow().scheduledAt());
    }

    void changed(int item, RunRecord after) {
        RunRecord before = Optional.ofNullable(records.put(item, after)).orElse(RunRecord.NONE);
        if (isOfLaterVersion(before) || isOfLaterVersion(after)) {
            return;
        }
        if (after.run().isPresent() && !written.contains(nonce(after))) {
            started.add(item + " " + after.run().get().id());
        } else if (before.run().isPresent() && !nonce(after).equals(nonce(before))) {
            started.remove(item + " " + before.run().get().id());
        }
        if (after.run().isEmpty()) {
            if (before.run().isPresent() && begun.containsKey(nonce(before)) && !isSurplus(item)) {
                throw new SimChecks.Violation("2: the record of item " + item + " forgets a run that began");
            }
            return;
        }
        if (isEndedByTheNext(before, after)) {
            if (!returned.containsKey(nonce(before))) {
                throw new SimChecks.Violation("2: item " + item + " starts with "
                        + after.run().get().id() + " while it runs, as if that had ended");
            }
            ended(item, before.ended(RunRecord.State.DONE, Optional.empty(), 0));
        } else if (isOvertakenByItsOwnSession(before, after)) {
            throw new SimChecks.Violation("2: the record of item " + item + " does not show how "
                    + before.run().get().id() + " ended");
        }
        if (nonce(after).equals(nonce(before))) {
            checkThatItIsOffered(item, before, after);
            ended(item, after);
        } else if (written.add(nonce(after))) {
            started(item, before, after);
        } else if (begun.containsKey(nonce(before))) {
            throw new SimChecks.Violation("2: the record of item " + item + " forgets a run that began");
        }
    }

    /** Returns whether the run is in a state that only a later version knows. */
    private static boolean isOfLaterVersion(RunRecord record) {
        return record.run()
                .filter(run -> run.state() == RunRecord.State.UNKNOWN)
                .isPresent();
    }

    /** Whether the start of the next run records that the one before has ended. */
    private static boolean isEndedByTheNext(RunRecord before, RunRecord after) {
        return before.isStarted()
                && !nonce(after).equals(nonce(before))
                && after.completedToken() > before.completedToken();
    }

    /** An instance that starts the next run must first record the end of the last one. */
    private boolean isOvertakenByItsOwnSession(RunRecord before, RunRecord after) {
        return before.isStarted()
                && after.isStarted()
                && !written.contains(nonce(after))
                && before.run().get().session() == after.run().get().session();
    }

    /** Items beyond the total are deleted, with what they have run; made again, they owe nothing from before. */
    private boolean isSurplus(int item) {
        boolean gone = world.tree.node("/job/sharding/" + item).isEmpty();
        return gone
                && world.tree
                        .node("/job/leader/sharding")
                        .flatMap(node -> Epoch.decode(node.text()))
                        .map(epoch -> item >= epoch.total())
                        .orElse(false);
    }

    private static String nonce(RunRecord record) {
        return record.run().map(RunRecord.Run::nonce).orElse("");
    }

    /** An instance that abandons a run offers it to the others in the same transaction. */
    private void checkThatItIsOffered(int item, RunRecord before, RunRecord after) {
        if (before.isStarted()
                && after.isAbandoned()
                && failover.getAsBoolean()
                && world.tree.node(tree.failoverItem(item)).isEmpty()) {
            throw new SimChecks.Violation("3: the run of item " + item + " is given up, and not offered for failover");
        }
    }

    private void ended(int item, RunRecord record) {
        world.checks.runControl.ended(item, record);
        RunRecord.Run run = record.run().orElseThrow();
        if (record.isAbandoned() && returned.containsKey(run.nonce())) {
            throw new SimChecks.Violation("2: item " + item + " ended without an interruption, but " + run.id()
                    + " is recorded as abandoned");
        }
        if (run.state() == RunRecord.State.DONE || run.state() == RunRecord.State.FAILED) {
            if (!begun.containsKey(run.nonce()) && run.reason().isEmpty()) {
                throw new SimChecks.Violation(
                        "2: item " + item + " never began for " + run.id() + ", which is recorded as " + run.state());
            }
            if (returned.containsKey(run.nonce())) {
                ran.add(new Ran(item, begun.get(run.nonce()), returned.get(run.nonce())));
            }
        }
    }

    private void started(int item, RunRecord before, RunRecord after) {
        RunRecord.Run run = after.run().orElseThrow();
        Epoch epoch = world.tree
                .node(tree.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .orElseThrow(() -> new SimChecks.Violation("3: item " + item + " starts without an epoch"));
        if (!epoch.open() || epoch.total() != run.total()) {
            throw new SimChecks.Violation("7: item " + item + " of " + run.total() + " starts in " + epoch);
        }
        boolean isRetry = before.retryAt().isPresent()
                && before.run().filter(last -> last.id().equals(run.id())).isPresent();
        if ((run.source() != RunSource.FAILOVER || isRetry) && !epoch.owns(run.instanceId(), item)) {
            throw new SimChecks.Violation("1: item " + item + " starts on " + run.instanceId() + " in " + epoch);
        }
        if (!isForgotten || before.run().isPresent()) {
            world.checks.runControl.started(item, before, after, world.checks.config());
        }
        if (world.tree.node(tree.instance(run.instanceId())).isEmpty()) {
            throw new SimChecks.Violation("5: item " + item + " starts on " + run.instanceId() + ", which has gone");
        }
        String server =
                tree.server(run.instanceId().substring(0, run.instanceId().indexOf('@')));
        if (world.tree.node(server).map(Node::text).orElse(JobTree.DISABLED).equals(JobTree.DISABLED)) {
            throw new SimChecks.Violation("5: item " + item + " starts on a disabled server, " + run.instanceId());
        }
        if (run.attempt() > world.settings.attempts()) {
            throw new SimChecks.Violation("2: item " + item + " is tried a " + run.attempt() + "th time");
        }
        if (run.source() == RunSource.FAILOVER
                && run.tryNumber() == 1
                && before.run().filter(lost -> lost.total() != run.total()).isPresent()) {
            throw new SimChecks.Violation("7: a run of item " + item + " of "
                    + before.run().get().total() + " fails over to one of " + run.total());
        }
        boolean isReplaced =
                before.begun().filter(world.time().plusSeconds(60)::isBefore).isPresent();
        boolean backwards = !isReplaced
                && !world.checks.allClocksAreOff
                && before.begun().isPresent()
                && after.begun().map(before.begun().get()::isAfter).orElse(true);
        if (backwards || after.completedToken() < before.completedToken()) {
            throw new SimChecks.Violation(
                    "2: the record of item " + item + " goes back from " + before + " to " + after);
        }
    }
}
