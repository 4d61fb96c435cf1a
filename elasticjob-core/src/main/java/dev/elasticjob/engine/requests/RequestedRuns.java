package dev.elasticjob.engine.requests;

import static dev.elasticjob.engine.rule.Rule.UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED;
import static dev.elasticjob.engine.rule.Rule.UNACKNOWLEDGED_START_IS_NOT_REPEATED;
import static dev.elasticjob.engine.rule.Rule.UNREQUESTED_RUN_FITS_ONE_TRANSACTION;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.StartConditions;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RequestLog;
import dev.elasticjob.engine.view.RequestLog.Attempt;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Runs that the application of this instance requests, until every item has started here or was requested from its owner. If
 * this instance owns all items and they are idle, no request is written: the start itself records the run.
 */
public final class RequestedRuns {

    private final JobContext job;
    private final StartConditions conditions;
    private final OwnRequests ownRequests;
    private final List<Pending> pending = new ArrayList<>();
    /** Whether the last run was requested before the end of the run before it was recorded. */
    private boolean backToBack;

    public RequestedRuns(JobContext job, StartConditions conditions, OwnRequests ownRequests) {
        this.job = job;
        this.conditions = conditions;
        this.ownRequests = ownRequests;
    }

    /** A requested run that is neither started nor requested from all owners. */
    private static final class Pending {
        private final String runId;
        private final RunSource source;
        private final Duration requestedAt;
        private final boolean backToBack;
        /** The items that have not begun, as far as is known. */
        private SortedSet<Integer> left = new TreeSet<>();

        private final SortedSet<Integer> begun = new TreeSet<>();
        /** Whether this instance's items were read since the request. */
        private boolean itemsRead;
        /** Items whose start was sent and may be committed, with their nodes as they were before. */
        private final Map<Integer, Node> started = new HashMap<>();
        /** The request to the owners that was sent and may be committed. */
        private Optional<Attempt> attempt = Optional.empty();

        private boolean committing;
        /** Whether all items can start here without a request, now or when what has ended is recorded. */
        private boolean startsHere;

        private Pending(String runId, RunSource source, Duration requestedAt, boolean backToBack) {
            this.runId = runId;
            this.source = source;
            this.requestedAt = requestedAt;
            this.backToBack = backToBack;
        }
    }

    public void add(String runId, RunSource source) {
        backToBack = !job.runs().isEmpty();
        pending.add(new Pending(runId, source, job.effects().elapsed(), backToBack));
    }

    public boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns whether the next request is likely to follow as soon as the current run has ended. */
    public boolean mayFollow() {
        return backToBack && pending.isEmpty();
    }

    /** No request followed the last run. */
    public void didNotFollow() {
        backToBack = false;
    }

    /**
     * Returns whether this instance's items are to be read for a new request, because it may start here. Of runs that follow
     * one another, not every one needs the items read.
     *
     * @param wereReadLongAgo whether the items were last read for a request more than a moment ago
     */
    public boolean takeNeedForItems(Epoch epoch, boolean wereReadLongAgo) {
        boolean needed = false;
        for (Pending each : pending) {
            if (!each.itemsRead && epoch.monitorExecution() && ownsAll(epoch)) {
                each.itemsRead = true;
                needed |= !each.backToBack || wereReadLongAgo;
            }
        }
        return needed;
    }

    private boolean ownsAll(Epoch epoch) {
        return job.ownedItems().size() == epoch.total();
    }

    // ---- what is left of each request ----

    /** Determines what is left of every request, and whether it can start here. */
    public void update() {
        Optional<Epoch> epoch = job.view().epoch();
        if (epoch.isEmpty()) {
            return;
        }
        List.copyOf(pending).forEach(this::settleAttempt);
        for (Pending each : List.copyOf(pending)) {
            each.left = left(each, epoch.get());
            each.startsHere = isStarting(each) || ownsAll(epoch.get()) && canStart(each, epoch.get());
            if (each.left.isEmpty()) {
                // Some items started by commits that were not acknowledged: their records show it.
                pending.remove(each);
                job.effects().requested(each.runId, epoch.get().total(), false);
            }
        }
    }

    private void settleAttempt(Pending each) {
        if (each.committing || each.attempt.isEmpty()) {
            return;
        }
        Attempt attempt = each.attempt.get();
        Optional<Boolean> made = attempt.wasMade(job.view().requestLog());
        each.attempt = Optional.empty();
        if (made.isEmpty()) {
            job.reports()
                    .report(
                            "request " + each.runId,
                            "The outcome of requesting run " + each.runId
                                    + " is unknown: the registry did not answer, and " + RequestLog.KEPT
                                    + " other runs were requested since. It is not requested again");
        }
        if (UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED.holds() && made.orElse(true)) {
            pending.remove(each);
            job.effects().requested(each.runId, attempt.total(), false);
        }
    }

    private SortedSet<Integer> left(Pending each, Epoch epoch) {
        SortedSet<Integer> left = new TreeSet<>();
        for (int item = 0; item < epoch.total(); item++) {
            if (!each.begun.contains(item) && !hasUnacknowledgedStart(each, item)) {
                left.add(item);
            }
        }
        return left;
    }

    private boolean hasUnacknowledgedStart(Pending each, int item) {
        Node before = each.started.get(item);
        if (before == null || !job.view().isItemFresh(item)) {
            return false;
        }
        if (UNACKNOWLEDGED_START_IS_NOT_REPEATED.holds()
                && job.view().record(item).stateOf(each.runId).isPresent()) {
            return true;
        }
        boolean forgotten = job.view()
                .itemNode(item)
                .filter(node -> node.created() == before.created()
                        && node.version() - before.version() > RunRecord.CHANGES_REMEMBERED)
                .isPresent();
        if (forgotten) {
            job.reports()
                    .report(
                            "start " + each.runId,
                            "The outcome of starting run " + each.runId + " of item " + item
                                    + " is unknown: the registry did not answer, and other runs were started since."
                                    + " It is not requested again");
        }
        return forgotten;
    }

    private boolean isStarting(Pending each) {
        return !each.started.isEmpty()
                && job.runs().any(run -> run.isStarting() && run.runId().equals(each.runId));
    }

    private boolean canStart(Pending each, Epoch epoch) {
        if (job.runs().any(LocalRun::isRunning)) {
            // It cannot start on any instance before these runs end; perhaps they are about to.
            Duration until = each.requestedAt.plus(job.settings().finishGrace());
            return !job.needs().hasComeOrWake(until);
        }
        return (each.itemsRead || !epoch.monitorExecution())
                && (conditions.fitIntoOneTransaction(each.left.size()) || !UNREQUESTED_RUN_FITS_ONE_TRANSACTION.holds())
                && job.view().ownRequests().isEmpty()
                && each.left.stream().allMatch(item -> conditions.isIdle(item, epoch));
    }

    // ---- starts on this instance ----

    /**
     * Returns the oldest request if it can start here now.
     *
     * @param canBeFollowed whether the start of the next run may record the end of a run
     */
    public RunRequests ready(Predicate<LocalRun> canBeFollowed) {
        if (pending.isEmpty()) {
            return RunRequests.NONE;
        }
        Pending first = pending.get(0);
        boolean waits = first.left.stream()
                .flatMap(item -> job.runs().of(item).stream())
                .anyMatch(canBeFollowed.negate());
        if (!first.startsHere || waits) {
            return RunRequests.NONE;
        }
        return RunRequests.of(first.runId, first.source, first.left);
    }

    /** The start of an item is sent. */
    public void starting(LocalRun run) {
        job.view()
                .itemNode(run.item())
                .ifPresent(before -> of(run).ifPresent(each -> each.started.put(run.item(), before)));
    }

    /** The start of an item is known not to be committed. */
    public void notStarted(LocalRun run) {
        of(run).ifPresent(each -> each.started.remove(run.item()));
    }

    private Optional<Pending> of(LocalRun run) {
        return pending.stream().filter(each -> each.runId.equals(run.runId())).findFirst();
    }

    /** An item has begun here. */
    public void begun(LocalRun run) {
        of(run).ifPresent(each -> {
            if (each.begun.isEmpty()) {
                job.effects().requested(each.runId, run.total(), true);
            }
            each.begun.add(run.item());
            if (each.begun.size() >= run.total()) {
                pending.remove(each);
            }
        });
    }

    // ---- requests to the owners ----

    /**
     * Requests a run of every item from its owner, in one transaction, where other instances own items or items are busy. If
     * the result is not received, the log shows whether the transaction was committed.
     */
    public void requestFromOwners() {
        Optional<Epoch> epoch = job.view().epoch();
        if (pending.isEmpty()
                || epoch.isEmpty()
                || !epoch.get().open()
                || !job.commits().isFree(Slot.MEMBER)
                || !job.view().areRequestsFresh()) {
            return;
        }
        List<Pending> sent =
                limited(pending.stream().filter(each -> !each.startsHere).toList());
        if (sent.isEmpty()) {
            return;
        }
        RequestChanges changes = new RequestChanges(job);
        SortedSet<String> owners = new TreeSet<>();
        for (Pending each : sent) {
            epoch.get().byOwner(each.left, job.id()).forEach((owner, items) -> {
                owners.add(owner);
                changes.append(owner, RunRequests.of(each.runId, each.source, items));
            });
        }
        Transaction.Builder transaction = Transaction.builder()
                .checkExists(job.tree().config())
                .check(job.tree().epoch(), job.epochVersion());
        Attempt attempt = new Attempt(
                job.effects().nonce(), job.view().requestLog(), epoch.get().total());
        changes.addTo(transaction, attempt.nonce());
        for (Pending each : sent) {
            each.attempt = Optional.of(attempt);
            each.committing = true;
        }
        boolean wereKnown = owners.contains(job.id()) && ownRequests.areKnown();
        if (wereKnown) {
            // What the starts depend on is read while the request is committed.
            job.view().invalidateItems(job.ownedItems());
        }
        job.commits().send(Slot.MEMBER, "request runs", transaction.build(), result -> {
            if (result instanceof Committed && wereKnown) {
                ownRequests.changedHere();
            }
            answered(sent, result);
        });
    }

    private void answered(List<Pending> sent, CommitResult result) {
        for (Pending each : sent) {
            each.committing = false;
            int total = each.attempt.orElseThrow().total();
            if (!(result instanceof Unknown)) {
                each.attempt = Optional.empty();
            }
            if (result instanceof Committed) {
                pending.remove(each);
                job.effects().requested(each.runId, total, false);
            }
        }
    }

    /**
     * Returns as many of the runs as fit: all pending requests must fit into one transaction, because a new epoch moves them.
     * The others are requested when pending ones have started.
     */
    private List<Pending> limited(List<Pending> wanted) {
        int room = job.session().largestTransaction() / 2;
        boolean anyRequested = false;
        for (Node node : job.view().requestNodes()) {
            room -= RunRequests.decode(node.text())
                    .map(RunRequests::largestEncoding)
                    .orElse(0);
            anyRequested = true;
        }
        List<Pending> fitting = new ArrayList<>();
        for (Pending each : wanted) {
            room -= RunRequests.of(each.runId, each.source, each.left).largestEncoding();
            if (room < 0 && (anyRequested || !fitting.isEmpty())) {
                job.needs().watchTree(job.tree().triggers());
                break;
            }
            fitting.add(each);
        }
        return fitting;
    }
}
