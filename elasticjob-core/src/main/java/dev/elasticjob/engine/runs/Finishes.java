package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.ABANDONED_RUN_IS_OFFERED;
import static dev.elasticjob.engine.rule.Rule.FINISH_CHECKS_NONCE;
import static dev.elasticjob.engine.rule.Rule.FINISH_IGNORES_OWNERSHIP;
import static dev.elasticjob.engine.rule.Rule.FINISH_IS_SPLIT;
import static dev.elasticjob.engine.rule.Rule.FINISH_RECORDS_DUE_FIRE;
import static dev.elasticjob.engine.rule.Rule.FINISH_REMOVES_MARK;
import static dev.elasticjob.engine.rule.Rule.LIMITED_RUN_HAS_FAILED;
import static dev.elasticjob.engine.rule.Rule.UNBEGUN_RUN_IS_TAKEN_BACK;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.ItemGeneration;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.items.PendingRetries;
import dev.elasticjob.engine.requests.RequestChanges;
import dev.elasticjob.engine.requests.RequestedRuns;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The ends of runs, and their records. A finish checks nothing but its own record, in the same item nodes: whatever has
 * changed since the start, what ran has run.
 */
public final class Finishes {

    private final JobContext job;
    private final OwedFires fires;
    private final PendingRetries retries;
    private final RequestedRuns requestedRuns;
    private final BackToBackRuns backToBack;
    private boolean completedAny;

    public Finishes(
            JobContext job,
            OwedFires fires,
            PendingRetries retries,
            RequestedRuns requestedRuns,
            BackToBackRuns backToBack) {
        this.job = job;
        this.fires = fires;
        this.retries = retries;
        this.requestedRuns = requestedRuns;
        this.backToBack = backToBack;
    }

    /** The code of a run has ended. Returns whether to reconcile now: the end of one of many waits for the others anyway. */
    public boolean ended(LocalRun run, Outcome outcome) {
        if (!job.runs().contains(run)) {
            return job.runs().givenUpEnded(run);
        }
        if (run.isCodeGivenUp()) {
            // Its end is being recorded already.
            run.codeEnded();
            return true;
        }
        boolean oneOfMany = false;
        if (!run.isMonitored()) {
            fires.unmonitoredEnded(run.item());
            if (run.isMarkedLate()) {
                run.ended(outcome, job.effects().elapsed());
            } else {
                job.runs().remove(run.item());
            }
        } else if (outcome == Outcome.NEVER_BEGUN && !run.isEndedByLimit()) {
            run.unbegun();
            job.view().invalidateItem(run.item());
        } else {
            oneOfMany = job.runs().any(LocalRun::isToBeRecorded);
            end(run, outcome);
        }
        return !oneOfMany || !job.runs().mayEnd();
    }

    /** Interrupted code ends for the reason of its interruption, however it ended: it is unknown how far it came. */
    private void end(LocalRun run, Outcome outcome) {
        run.nextTry(retries.nextTry(run, outcome));
        Outcome how = outcome;
        if (run.isEndedByLimit() && LIMITED_RUN_HAS_FAILED.holds()) {
            how = Outcome.THREW;
        } else if (run.isInterrupted()) {
            how = Outcome.INTERRUPTED;
        }
        run.ended(how, job.effects().elapsed());
    }

    /** Records the end of a run whose code ignores its interruption, so that other instances may start the item. */
    void giveUp(LocalRun run) {
        run.codeGivenUp();
        if (run.isMonitored()) {
            end(run, Outcome.THREW);
        } else {
            fires.unmonitoredEnded(run.item());
            job.runs().giveUp(run);
        }
    }

    /** Returns whether a run was completed and recorded since {@link #forgetCompletion}. */
    boolean hasCompletedAny() {
        return completedAny;
    }

    void forgetCompletion() {
        completedAny = false;
    }

    /** What is recorded in one transaction. */
    private static final class Batch {
        final Transaction.Builder transaction = Transaction.builder();
        final List<LocalRun> runs = new ArrayList<>();
        final List<JobEvent> events = new ArrayList<>();
    }

    /**
     * Records the ends of runs: all that have ended in one transaction, or in a few that are sent one behind the other.
     *
     * @param known the items that this instance knows
     */
    public void finish(SortedSet<Integer> known) {
        if (!job.commits().isFree(Slot.FINISH)) {
            return;
        }
        if (job.phase() == Phase.LEAVING) {
            giveUpStarts();
        }
        if (waitForFurtherEnds()) {
            return;
        }
        RequestChanges requestedAgain = new RequestChanges(job);
        List<Batch> batches = new ArrayList<>();
        for (LocalRun run : job.runs().copy()) {
            if (run.isToBeRecorded() && job.view().isItemFresh(run.item())) {
                boolean onlyMarkIsLeft = !isInProgress(run) && job.isMarkedHere(run.item());
                if (run.isMonitored() && checkNotFenced(run) || onlyMarkIsLeft) {
                    add(run, batches, requestedAgain);
                } else {
                    forget(run);
                    if (run.isMonitored()) {
                        job.effects().recorded(run, Optional.empty());
                    }
                    // Its item may be started again, which was decided before.
                    job.needs().wakeNow();
                }
            }
        }
        if (batches.isEmpty()) {
            settleMarksWithoutRuns(known);
            return;
        }
        if (ItemGeneration.isKnown(job)) {
            requestedAgain.addTo(batches.get(0).transaction);
            batches.forEach(this::commit);
        }
    }

    /**
     * Items that were started together often end together: a moment later one transaction records them all. Where the
     * application requests the next run as soon as the last has ended, the start of that one does.
     */
    private boolean waitForFurtherEnds() {
        Optional<Duration> first = job.runs().all().stream()
                .filter(LocalRun::isToBeRecorded)
                .map(LocalRun::endedAt)
                .min(Comparator.naturalOrder());
        boolean nextMayBeRequested = job.isMember() && requestedRuns.mayFollow();
        if (first.isEmpty() || !job.runs().mayEnd() && !nextMayBeRequested) {
            return false;
        }
        if (!job.needs().hasComeOrWake(first.get().plus(job.settings().finishGrace()))) {
            return true;
        }
        requestedRuns.didNotFollow();
        return false;
    }

    private void giveUpStarts() {
        backToBack.settleUnknown();
        for (LocalRun run : job.runs().all()) {
            if (run.isStarting() && !run.isCommitting() && job.view().isItemFresh(run.item())) {
                run.ended(Outcome.NEVER_BEGUN, job.effects().elapsed());
            }
        }
    }

    // ---- what is recorded ----

    /** Returns whether the record still is that of this run in progress; another run of the item is reported. */
    private boolean checkNotFenced(LocalRun run) {
        RunRecord record = job.view().record(run.item());
        boolean hasNonce = record.hasNonce(run.run().nonce());
        if (record.isStarted() && (hasNonce || !FINISH_CHECKS_NONCE.holds())) {
            return FINISH_IGNORES_OWNERSHIP.holds()
                    || job.view()
                            .epoch()
                            .filter(epoch -> epoch.owns(job.id(), run.item()))
                            .isPresent();
        }
        if (!hasNonce && job.view().itemNode(run.item()).isPresent()) {
            job.reports()
                    .report(
                            "fenced " + run.item(),
                            "The run " + run.runId() + " of item " + run.item() + " ended as " + run.outcome()
                                    + " after another run of the item had started; its late writes have token "
                                    + run.token());
        }
        return false;
    }

    /** Returns whether the record says that this run is in progress. */
    private boolean isInProgress(LocalRun run) {
        RunRecord record = job.view().record(run.item());
        boolean isCurrent = record.isStarted() && record.hasNonce(run.run().nonce());
        return run.isMonitored() && (isCurrent || !FINISH_CHECKS_NONCE.holds());
    }

    private void add(LocalRun run, List<Batch> batches, RequestChanges requestedAgain) {
        Batch piece = new Batch();
        addFinish(piece, run);
        boolean requestAgain = isInProgress(run) && run.returnsRequest();
        if (batches.isEmpty()) {
            batches.add(new Batch());
        }
        // A run that is requested again must be in the transaction with the request, the first one.
        Batch batch = batches.get(requestAgain ? 0 : batches.size() - 1);
        int room = job.commits().roomFor(Slot.FINISH) - requestedAgain.largestAddition();
        boolean full = FINISH_IS_SPLIT.holds()
                && !batch.runs.isEmpty()
                && batch.transaction.bytes() + piece.transaction.bytes() > room;
        if (full && requestAgain) {
            // The next finish records it.
            return;
        }
        if (full) {
            batch = new Batch();
            batches.add(batch);
        }
        batch.transaction.addAll(piece.transaction);
        batch.events.addAll(piece.events);
        batch.runs.add(run);
        if (requestAgain) {
            requestedAgain.prepend(job.id(), RunRequests.of(run.runId(), run.source(), List.of(run.item())));
        }
    }

    private void addFinish(Batch batch, LocalRun run) {
        Transaction.Builder transaction = batch.transaction;
        if (!isInProgress(run)) {
            // Only its mark is left: see LateMarks, or another program has changed the record.
            removeMarks(transaction, run);
            return;
        }
        Optional<RunRecord.End> recordedEnd = run.recordedEnd();
        if (recordedEnd.isEmpty()) {
            RunRecord restored = UNBEGUN_RUN_IS_TAKEN_BACK.holds()
                    ? run.before()
                    : job.view().record(run.item()).ended(RunRecord.State.DONE, Optional.empty(), 0);
            transaction.set(job.tree().item(run.item()), restored.encode(), itemVersion(run.item()));
            removeMarks(transaction, run);
            if (run.isFailedOver()) {
                offer(transaction, run.item());
            }
            return;
        }
        RunRecord.End end = recordedEnd.get();
        RunRecord.State state = end.state();
        fires.checkRecord(run.item());
        RunRecord record = fires.record(run.item());
        Optional<Instant> due = FINISH_RECORDS_DUE_FIRE.holds() ? fires.fellDueDuring(run) : Optional.empty();
        transaction.set(
                job.tree().item(run.item()), record.ended(end, due, run.token()).encode(), itemVersion(run.item()));
        if (FINISH_REMOVES_MARK.holds() || state != RunRecord.State.FAILED) {
            removeMarks(transaction, run);
        }
        if (ABANDONED_RUN_IS_OFFERED.holds()
                && state == RunRecord.State.ABANDONED
                && job.config().isFailover()) {
            offer(transaction, run.item());
        }
        if (due.isPresent() && job.config().isMisfire() && !job.view().isMisfireDisplayed(run.item())) {
            transaction.create(job.tree().misfire(run.item()), "", Mode.PERSISTENT);
        }
        due.filter(at -> record.due().map(at::isAfter).orElse(true))
                .ifPresent(at -> batch.events.add(new JobEvent.Misfired(
                        job.jobName(),
                        job.effects().now(),
                        run.item(),
                        at,
                        job.config().isMisfire())));
    }

    private int itemVersion(int item) {
        return job.view().itemNode(item).orElseThrow().version();
    }

    private void removeMarks(Transaction.Builder transaction, LocalRun run) {
        boolean marked = job.isMarkedHere(run.item());
        if (marked) {
            transaction.delete(job.tree().running(run.item()), Transaction.ANY_VERSION);
        }
        if (marked && run.isFailedOver() && !run.isFailoverMarkGone()) {
            transaction.delete(job.tree().failoverMark(run.item()), Transaction.ANY_VERSION);
        }
    }

    private void offer(Transaction.Builder transaction, int item) {
        if (job.view().exists(job.tree().failoverItem(item))) {
            transaction.checkExists(job.tree().failoverItem(item));
        } else {
            transaction.create(job.tree().failoverItem(item), "", Mode.PERSISTENT);
        }
    }

    // ---- commits ----

    private void commit(Batch batch) {
        batch.runs.forEach(LocalRun::committing);
        job.commits().send(Slot.FINISH, "finish", onSameNodes(batch.transaction), result -> {
            if (result instanceof CommitResult.Conflict conflict) {
                String path = conflict.op().path();
                batch.runs.stream()
                        .filter(run -> job.tree().failoverMark(run.item()).equals(path))
                        .forEach(LocalRun::failoverMarkGone);
            }
            for (LocalRun run : batch.runs) {
                run.answered();
                if (result instanceof Committed) {
                    completedAny |= run.isComplete();
                    forget(run);
                    if (run.isMonitored()) {
                        job.effects().recorded(run, isOnRecord(run) ? run.end() : Optional.empty());
                    }
                } else {
                    job.view().invalidateItem(run.item());
                }
            }
            if (result instanceof Committed) {
                batch.events.forEach(job.effects()::publish);
            }
        });
    }

    /** Forgets a run whose end is recorded, except for code that is still running. */
    private void forget(LocalRun run) {
        if (run.isCodeGivenUp()) {
            job.runs().giveUp(run);
        } else {
            job.runs().remove(run);
        }
    }

    private boolean isOnRecord(LocalRun run) {
        return run.isMonitored()
                && job.view().record(run.item()).hasNonce(run.run().nonce());
    }

    private Transaction onSameNodes(Transaction.Builder changes) {
        Transaction.Builder checked = Transaction.builder();
        ItemGeneration.check(checked, job);
        return checked.addAll(changes).build();
    }

    /**
     * Removes marks and records of this session without a run, and retries that will never run; otherwise items or requesters
     * would wait for them forever.
     */
    private void settleMarksWithoutRuns(SortedSet<Integer> known) {
        Transaction.Builder transaction = Transaction.builder();
        for (int item : known) {
            if (job.runs().has(item) || !job.view().isItemFresh(item)) {
                continue;
            }
            if (transaction.bytes() > job.commits().roomFor(Slot.FINISH)) {
                // The next finish settles the others.
                break;
            }
            RunRecord record = job.view().record(item);
            if (record.isStarted()
                    && record.run().get().session() == job.session().id()) {
                transaction.set(
                        job.tree().item(item),
                        record.ended(RunRecord.State.ABANDONED, Optional.empty(), 0)
                                .encode(),
                        itemVersion(item));
                if (job.config().isFailover()) {
                    offer(transaction, item);
                }
            }
            retries.takeDropped(item)
                    .ifPresent(without -> transaction.set(job.tree().item(item), without.encode(), itemVersion(item)));
            if (job.isMarkedHere(item)) {
                transaction.delete(job.tree().running(item), Transaction.ANY_VERSION);
            }
        }
        if (!transaction.isEmpty() && ItemGeneration.isKnown(job)) {
            job.commits().send(Slot.FINISH, "settle records", onSameNodes(transaction), result -> {});
        }
    }
}
