package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.ABANDONED_RUN_IS_OFFERED;
import static dev.elasticjob.engine.Rule.FINISH_CHECKS_NONCE;
import static dev.elasticjob.engine.Rule.FINISH_IGNORES_OWNERSHIP;
import static dev.elasticjob.engine.Rule.FINISH_IS_SPLIT;
import static dev.elasticjob.engine.Rule.FINISH_RECORDS_DUE_FIRE;
import static dev.elasticjob.engine.Rule.FINISH_REMOVES_MARK;
import static dev.elasticjob.engine.Rule.UNBEGUN_RUN_IS_TAKEN_BACK;

import dev.elasticjob.engine.JobMachine.Phase;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.engine.LocalRun.Outcome;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The ends of runs, and their records. A finish checks nothing but its own record: whatever has changed meanwhile, what ran
 * has run.
 */
final class Finishes {

    private final JobMachine job;
    private final StartPlan plan;
    private final Wishes wishes;
    private final FollowUps followUps;
    private boolean movesOn;

    Finishes(JobMachine job, Items items, Wishes wishes) {
        this.job = job;
        plan = items.plan();
        this.wishes = wishes;
        followUps = items.followUps();
    }

    /** @return whether that makes a difference now: the end of one of many waits for the others anyway */
    boolean ended(LocalRun run, Outcome outcome) {
        if (job.runs.get(run.item) != run) {
            return false;
        }
        boolean oneOfMany = false;
        if (!run.monitored) {
            plan.unmonitoredEnded(run);
            if (run.markedLate) {
                run.ended(outcome, job.effects.elapsed());
            } else {
                job.runs.remove(run.item);
            }
        } else if (outcome == Outcome.NEVER_BEGUN) {
            run.phase = LocalRun.Phase.STARTING;
            job.view.itemStale(run.item);
        } else {
            oneOfMany = job.runs.values().stream().anyMatch(Finishes::isToBeRecorded);
            // However it ended: nobody knows how far it came when it was told to stop.
            run.ended(run.interrupted ? Outcome.INTERRUPTED : outcome, job.effects.elapsed());
        }
        return !oneOfMany || !moreMayEnd();
    }

    /** What is recorded in one transaction. */
    private static final class Batch {
        final Transaction.Builder transaction = Transaction.builder();
        final List<LocalRun> runs = new ArrayList<>();
        final List<JobEvent> events = new ArrayList<>();
    }

    /**
     * Records the ends of runs, all that have ended in one transaction, or in a few that are sent one behind the other.
     *
     * @param known the items that we know of
     */
    void finish(SortedSet<Integer> known) {
        if (!job.isFree(Slot.FINISH)) {
            return;
        }
        if (job.phase == Phase.LEAVING) {
            giveUpStarts();
        }
        if (waitForMoreToEnd()) {
            return;
        }
        TriggerChanges askedAgain = new TriggerChanges(job);
        List<Batch> batches = new ArrayList<>();
        for (LocalRun run : List.copyOf(job.runs.values())) {
            if (isToBeRecorded(run) && job.view.isItemFresh(run.item)) {
                boolean onlyMarkIsLeft = !isRecorded(run) && job.isMarkedByUs(run.item);
                if (run.monitored && stillOurs(run) || onlyMarkIsLeft) {
                    add(run, batches, askedAgain);
                } else {
                    job.runs.remove(run.item);
                    if (run.monitored) {
                        job.effects.recorded(run, Optional.empty());
                    }
                    // Its item may be started again, which was decided before.
                    job.wakeAt(job.effects.elapsed());
                }
            }
        }
        if (batches.isEmpty()) {
            settleMarksWithoutRuns(known);
            return;
        }
        askedAgain.addTo(batches.get(0).transaction);
        batches.forEach(this::commit);
    }

    /**
     * Items that were started together often end together: a moment later one transaction records them all. And where the
     * application wants the next run as soon as the last has ended, that one's start does.
     */
    private boolean waitForMoreToEnd() {
        Optional<Duration> first = firstEnd();
        boolean nextMayBeWanted = job.phase == Phase.JOINED && wishes.mayComeAtOnce();
        if (first.isEmpty() || !moreMayEnd() && !nextMayBeWanted) {
            return false;
        }
        Duration until = first.get().plus(job.settings.finishQuiet());
        if (job.effects.elapsed().compareTo(until) >= 0) {
            wishes.didNotComeAtOnce();
            return false;
        }
        job.wakeAt(until);
        return true;
    }

    /** Looked for from the last to the first: those that began first have most often ended first. */
    private boolean moreMayEnd() {
        return job.runs.descendingMap().values().stream()
                .anyMatch(run -> run.phase == LocalRun.Phase.RUNNING && !run.interrupted);
    }

    /** Whether it was requested and never began: its finish makes it a request again. */
    static boolean returnsRequest(LocalRun run) {
        return run.phase == LocalRun.Phase.ENDED
                && run.outcome == Outcome.NEVER_BEGUN
                && !run.takenOver
                && run.run.scheduledAt().isEmpty();
    }

    static boolean isToBeRecorded(LocalRun run) {
        return run.phase == LocalRun.Phase.ENDED && !run.committing;
    }

    /** When the first of the runs ended whose end is not being recorded. */
    private Optional<Duration> firstEnd() {
        return job.runs.values().stream()
                .filter(Finishes::isToBeRecorded)
                .map(run -> run.endedAt)
                .min(Comparator.naturalOrder());
    }

    private void add(LocalRun run, List<Batch> batches, TriggerChanges askedAgain) {
        Batch piece = new Batch();
        addFinish(piece, run);
        boolean askAgain = isRecorded(run) && returnsRequest(run);
        if (batches.isEmpty()) {
            batches.add(new Batch());
        }
        // What is asked for again must be in the transaction that asks for it, the first.
        Batch batch = batches.get(askAgain ? 0 : batches.size() - 1);
        int room = job.roomFor(Slot.FINISH) - askedAgain.largestAddition();
        boolean full = FINISH_IS_SPLIT.holds()
                && !batch.runs.isEmpty()
                && batch.transaction.bytes() + piece.transaction.bytes() > room;
        if (full && askAgain) {
            // The next time.
            return;
        }
        if (full) {
            batch = new Batch();
            batches.add(batch);
        }
        batch.transaction.addAll(piece.transaction);
        batch.events.addAll(piece.events);
        batch.runs.add(run);
        if (askAgain) {
            askedAgain.askFirst(
                    job.instance.jobInstanceId(), Triggers.of(run.run.id(), run.run.source(), List.of(run.item)));
        }
    }

    private void commit(Batch batch) {
        batch.runs.forEach(run -> run.committing = true);
        job.commit(Slot.FINISH, "finish", inSameJob(batch.transaction), result -> {
            if (result instanceof CommitResult.Conflict conflict) {
                batch.runs.stream()
                        .filter(run -> job.tree
                                .takenOver(run.item)
                                .equals(conflict.op().path()))
                        .forEach(run -> run.takenOverMarkIsGone = true);
            }
            for (LocalRun run : batch.runs) {
                run.committing = false;
                if (result instanceof Committed) {
                    movesOn |= run.outcome == Outcome.RETURNED || run.outcome == Outcome.THREW;
                    job.runs.remove(run.item, run);
                    if (run.monitored) {
                        job.effects.recorded(run, hasRecord(run) ? endOf(run) : Optional.empty());
                    }
                } else {
                    job.view.itemStale(run.item);
                }
            }
            if (result instanceof Committed) {
                batch.events.forEach(job.effects::publish);
            }
        });
    }

    /**
     * Returns the transaction with a check that the job was not removed and registered again: versions of its nodes repeat
     * then. An instance that leaves has deleted its node, so that nothing can be checked.
     */
    private Transaction inSameJob(Transaction.Builder changes) {
        Transaction.Builder checked = Transaction.builder();
        if (job.phase == Phase.JOINED) {
            checked.checkExists(job.tree.instance(job.instance.jobInstanceId()));
        }
        checked.addAll(changes);
        return checked.build();
    }

    private void giveUpStarts() {
        followUps.settleUnknown();
        for (LocalRun run : job.runs.values()) {
            if (run.phase == LocalRun.Phase.STARTING && !run.committing && job.view.isItemFresh(run.item)) {
                run.ended(Outcome.NEVER_BEGUN, job.effects.elapsed());
            }
        }
    }

    private boolean stillOurs(LocalRun run) {
        RunRecord record = job.view.record(run.item);
        if (record.isStarted() && (record.hasNonce(run.run.nonce()) || !FINISH_CHECKS_NONCE.holds())) {
            return FINISH_IGNORES_OWNERSHIP.holds()
                    || job.view
                            .epoch()
                            .filter(epoch -> epoch.owns(job.instance.jobInstanceId(), run.item))
                            .isPresent();
        }
        if (!record.hasNonce(run.run.nonce()) && job.view.itemNode(run.item).isPresent()) {
            job.report(
                    "fenced " + run.item,
                    "The run " + run.run.id() + " of item " + run.item + " ended as " + run.outcome
                            + " after another run of the item had started; its late writes have token "
                            + run.token);
        }
        return false;
    }

    /** Whether the record says that this run is in progress. */
    private boolean isRecorded(LocalRun run) {
        RunRecord record = job.view.record(run.item);
        boolean isCurrent = record.isStarted() && record.hasNonce(run.run.nonce());
        return run.monitored && (isCurrent || !FINISH_CHECKS_NONCE.holds());
    }

    private boolean hasRecord(LocalRun run) {
        return run.monitored && job.view.record(run.item).hasNonce(run.run.nonce());
    }

    private void addFinish(Batch batch, LocalRun run) {
        Transaction.Builder transaction = batch.transaction;
        if (!isRecorded(run)) {
            // Only its mark is left: see LateMarks, or another program has changed the record.
            removeMarks(transaction, run);
            return;
        }
        Optional<RunRecord.State> ended = stateOf(run.outcome);
        if (ended.isEmpty()) {
            RunRecord restored = UNBEGUN_RUN_IS_TAKEN_BACK.holds()
                    ? run.before
                    : job.view.record(run.item).ended(RunRecord.State.DONE, Optional.empty(), 0);
            transaction.set(job.tree.item(run.item), restored.encode(), itemVersion(run.item));
            removeMarks(transaction, run);
            if (run.takenOver) {
                offer(transaction, run.item);
            }
            return;
        }
        RunRecord.State state = ended.get();
        RunRecord record = plan.plausibleRecord(run.item);
        Optional<Instant> due = FINISH_RECORDS_DUE_FIRE.holds() ? plan.fellDueDuring(run) : Optional.empty();
        transaction.set(
                job.tree.item(run.item), record.ended(state, due, run.token).encode(), itemVersion(run.item));
        if (FINISH_REMOVES_MARK.holds() || state != RunRecord.State.FAILED) {
            removeMarks(transaction, run);
        }
        if (ABANDONED_RUN_IS_OFFERED.holds() && state == RunRecord.State.ABANDONED && job.config.isFailover()) {
            offer(transaction, run.item);
        }
        if (due.isPresent() && job.config.isMisfire() && !job.view.isMisfireShown(run.item)) {
            transaction.create(job.tree.misfire(run.item), "", Mode.PERSISTENT);
        }
        due.filter(at -> record.due().map(at::isAfter).orElse(true))
                .ifPresent(at -> batch.events.add(
                        new JobEvent.Misfired(job.jobName(), job.effects.now(), run.item, at, job.config.isMisfire())));
    }

    /** What its record says then; nothing when it never began. */
    static Optional<RunRecord.State> stateOf(Outcome outcome) {
        return switch (outcome) {
            case RETURNED -> Optional.of(RunRecord.State.DONE);
            case THREW -> Optional.of(RunRecord.State.FAILED);
            case INTERRUPTED -> Optional.of(RunRecord.State.ABANDONED);
            case NEVER_BEGUN -> Optional.empty();
        };
    }

    /** What whoever asked for it is told. */
    static Optional<AskedRun.End> endOf(LocalRun run) {
        return stateOf(run.outcome).flatMap(AskedRun::endOf);
    }

    private int itemVersion(int item) {
        return job.view.itemNode(item).orElseThrow().version();
    }

    private void removeMarks(Transaction.Builder transaction, LocalRun run) {
        boolean marked = job.isMarkedByUs(run.item);
        if (marked) {
            transaction.delete(job.tree.running(run.item), Transaction.ANY_VERSION);
        }
        if (marked && run.takenOver && !run.takenOverMarkIsGone) {
            transaction.delete(job.tree.takenOver(run.item), Transaction.ANY_VERSION);
        }
    }

    private void offer(Transaction.Builder transaction, int item) {
        if (job.view.exists(job.tree.failoverItem(item))) {
            transaction.checkExists(job.tree.failoverItem(item));
        } else {
            transaction.create(job.tree.failoverItem(item), "", Mode.PERSISTENT);
        }
    }

    /** A mark of our session that nothing here stands behind would keep its item from running for ever. */
    private void settleMarksWithoutRuns(SortedSet<Integer> known) {
        Transaction.Builder transaction = Transaction.builder();
        for (int item : known) {
            if (job.runs.containsKey(item) || !job.view.isItemFresh(item)) {
                continue;
            }
            if (transaction.bytes() > job.roomFor(Slot.FINISH)) {
                // The others next time.
                break;
            }
            RunRecord record = job.view.record(item);
            if (record.isStarted() && record.run().get().session() == job.session) {
                transaction.set(
                        job.tree.item(item),
                        record.ended(RunRecord.State.ABANDONED, Optional.empty(), 0)
                                .encode(),
                        itemVersion(item));
                if (job.config.isFailover()) {
                    offer(transaction, item);
                }
            }
            if (job.isMarkedByUs(item)) {
                transaction.delete(job.tree.running(item), Transaction.ANY_VERSION);
            }
        }
        if (!transaction.isEmpty()) {
            job.commit(Slot.FINISH, "settle marks", inSameJob(transaction), result -> {});
        }
    }

    /** SINGLE_SHARDING_BALANCE: after each run its only item goes on to the next instance. */
    void moveOn() {
        Optional<Epoch> epoch = job.view.epoch();
        boolean wanted = movesOn
                && epoch.isPresent()
                && epoch.get().open()
                && epoch.get().total() == 1
                && epoch.get().members().size() > 1
                && epoch.get().owns(job.instance.jobInstanceId(), 0)
                && job.config.getJobShardingStrategyType().equals(SingleShardingBalanceJobShardingStrategy.TYPE);
        if (!wanted) {
            movesOn = false;
            return;
        }
        if (job.isFree(Slot.MEMBER)) {
            movesOn = false;
            job.commit(
                    Slot.MEMBER,
                    "move the item on",
                    Transaction.builder()
                            .checkExists(job.tree.config())
                            .set(
                                    job.tree.epoch(),
                                    epoch.get().movedOn(job.effects.nonce()).encode(),
                                    job.view.epochNode().orElseThrow().version())
                            .build(),
                    result -> {});
        }
    }
}
