package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.DISABLED_ITEM_IS_NOT_RUN;
import static dev.elasticjob.engine.rule.Rule.ENABLED_ITEM_IS_NOTICED;
import static dev.elasticjob.engine.rule.Rule.GIVEN_UP_CODE_BLOCKS_ITEM_HERE;
import static dev.elasticjob.engine.rule.Rule.OWNER_WATCHES_RUN_ELSEWHERE;
import static dev.elasticjob.engine.rule.Rule.START_OF_ANOTHER_SESSION_IS_WATCHED;
import static dev.elasticjob.engine.rule.Rule.UNKNOWN_START_IS_SETTLED_BY_NONCE;
import static dev.elasticjob.engine.rule.Rule.UNKNOWN_START_NEEDS_ITS_MARK;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.failover.LostRuns;
import dev.elasticjob.engine.items.ItemStatus;
import dev.elasticjob.engine.items.Owed;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.items.PendingRetries;
import dev.elasticjob.engine.items.StartConditions;
import dev.elasticjob.engine.requests.OwnRequests;
import dev.elasticjob.engine.requests.RequestedRuns;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What an instance starts next. For each item an owed fire comes first, then a lost run to be claimed, then the retry of a run
 * that failed, then a requested run.
 * How items are started is the matter of {@link StartTransactions}.
 */
public final class Starts {

    private final JobContext job;
    private final ItemStatus status;
    private final OwedFires fires;
    private final StartConditions conditions;
    private final LostRuns lostRuns;
    private final OwnRequests ownRequests;
    private final RequestedRuns requestedRuns;
    private final BackToBackRuns backToBack;
    private final PendingRetries retries;
    private final StartTransactions transactions;

    public Starts(
            JobContext job,
            ItemStatus status,
            OwedFires fires,
            PendingRetries retries,
            StartConditions conditions,
            LostRuns lostRuns,
            OwnRequests ownRequests,
            RequestedRuns requestedRuns,
            BackToBackRuns backToBack) {
        this.job = job;
        this.status = status;
        this.fires = fires;
        this.conditions = conditions;
        this.lostRuns = lostRuns;
        this.ownRequests = ownRequests;
        this.requestedRuns = requestedRuns;
        this.backToBack = backToBack;
        this.retries = retries;
        transactions = new StartTransactions(job, fires, retries, lostRuns, ownRequests, requestedRuns, backToBack);
    }

    /** Starts what is owed, lost or requested, after starts of unknown outcome are settled. */
    public void start() {
        settleUnknown();
        Optional<Epoch> epoch = job.view().epoch();
        if (job.commits().isFree(Slot.START) && epoch.isPresent() && conditions.mayStart(epoch.get())) {
            start(epoch.get());
        }
    }

    private void start(Epoch epoch) {
        Map<Integer, Candidate> candidates = new TreeMap<>();
        RunRequests ready = requestedRuns.ready(backToBack::canBeFollowed);
        // A finish adds a run that never began to the requests of this instance again. Starts leave the requests alone
        // until
        // then, because they would conflict with it again and again.
        boolean requestsReturn = job.runs().any(LocalRun::returnsRequest);
        RunRequests requested = (requestsReturn ? RunRequests.NONE : ownRequests.open(epoch)).plus(ready);
        boolean clockIsWrong = checkClock();
        for (int item : job.ownedItems()) {
            if (!job.view().isItemFresh(item) || clockIsWrong || mayNotStartHere(item)) {
                continue;
            }
            if (!job.runs().has(item)) {
                candidate(item, epoch, requested).ifPresent(each -> candidates.put(item, each));
            } else {
                // The application requests the next run, and nothing else is owed.
                ready.first(item).ifPresent(request -> candidates.put(item, Candidate.requested(item, request)));
            }
        }
        SortedMap<Integer, Node> offers = lostRuns.offers();
        if (epoch.monitorExecution()) {
            offers.forEach((item, entry) -> claim(item, entry, epoch, candidates));
        } else if (!offers.isEmpty()) {
            // Nothing fails over without monitoring.
            lostRuns.removeObsolete(offers.get(offers.firstKey()));
        }
        if (candidates.isEmpty()) {
            if (!requestsReturn) {
                ownRequests.cleanUp(epoch, requested);
            }
        } else if (epoch.monitorExecution()) {
            transactions.commit(epoch, inOrder(candidates.values(), requested), requested, !requestsReturn);
        } else {
            transactions.runUnmonitored(epoch, candidates.values(), requested, !requestsReturn);
        }
    }

    /** Orders starts that may not fit into one transaction: fires first, then lost runs, then requests, the oldest first. */
    private static List<Candidate> inOrder(Collection<Candidate> candidates, RunRequests requested) {
        List<String> runIds =
                requested.requests().stream().map(RunRequests.Request::runId).toList();
        List<Candidate> ordered = new ArrayList<>(candidates);
        ordered.sort(Comparator.comparingInt(candidate -> candidate.source() == RunSource.FAILOVER
                ? 0
                : candidate.isRequested() ? 1 + runIds.indexOf(candidate.runId()) : -1));
        return ordered;
    }

    /** Returns whether code of the item that was given up still runs in this process. */
    private boolean mayNotStartHere(int item) {
        return GIVEN_UP_CODE_BLOCKS_ITEM_HERE.holds() && job.runs().isGivenUp(item);
    }

    /** Returns whether the clock of this machine differs too much from the registry's, and reports it. */
    private boolean checkClock() {
        Optional<String> problem = job.clocks().problem();
        problem.ifPresentOrElse(
                message -> job.reports().report("time difference", message),
                () -> job.reports().clear("time difference"));
        return problem.isPresent();
    }

    private Optional<Candidate> candidate(int item, Epoch epoch, RunRequests requested) {
        fires.checkRecord(item);
        Owed owed = fires.of(item, epoch);
        if (epoch.monitorExecution()) {
            watchIdle(item);
        }
        if (DISABLED_ITEM_IS_NOT_RUN.holds() && job.view().isDisabled(item)) {
            if (owed instanceof Owed.Due due) {
                fires.skip(item, due.at());
            }
            return Optional.empty();
        }
        if (owed instanceof Owed.Missed missed) {
            fires.reportMissed(item, missed.at());
        }
        boolean lost = !owed.isRun()
                && job.config().isFailover()
                && epoch.monitorExecution()
                && status.isLost(item)
                && lostRuns.checkClaimable(item, epoch);
        Optional<String> busy = epoch.monitorExecution() ? status.busy(item) : status.mark(item);
        if (busy.isPresent()) {
            // Also if nothing is owed: the instance that runs it may take its start back, and then something is.
            if (OWNER_WATCHES_RUN_ELSEWHERE.holds()) {
                job.needs().watch(busy.get());
            }
            return Optional.empty();
        }
        if (owed instanceof Owed.Due due) {
            return Optional.of(Candidate.fire(item, due.at(), RunSource.NORMAL_TRIGGER));
        }
        if (owed instanceof Owed.MakeUp makeUp) {
            return Optional.of(Candidate.fire(item, makeUp.at(), RunSource.MISFIRE));
        }
        if (lost) {
            // The owner needs no offer.
            return Optional.of(again(item, job.view().node(job.tree().failoverItem(item))));
        }
        Optional<RunRecord.Run> failed = retries.due(item, epoch);
        if (failed.isPresent()) {
            return Optional.of(Candidate.retry(item, failed.get()));
        }
        if (retries.delayRequests(item, epoch)) {
            return Optional.empty();
        }
        return requested.first(item).map(request -> Candidate.requested(item, request));
    }

    /**
     * Watches what the owner of an idle item would not notice otherwise: that the item is enabled again, and that a start
     * whose session has ended is taken back, so that its fire is owed again.
     */
    private void watchIdle(int item) {
        if (ENABLED_ITEM_IS_NOTICED.holds() && job.view().isDisabled(item)) {
            job.needs().watch(job.tree().disabled(item));
        }
        if (START_OF_ANOTHER_SESSION_IS_WATCHED.holds()
                && OWNER_WATCHES_RUN_ELSEWHERE.holds()
                && job.view().record(item).isStarted()) {
            job.needs().watch(job.tree().item(item));
        }
    }

    // ---- lost runs ----

    private void claim(int item, Node entry, Epoch epoch, Map<Integer, Candidate> candidates) {
        if (candidates.containsKey(item)
                || job.runs().has(item)
                || mayNotStartHere(item)
                || !job.view().isItemFresh(item)) {
            return;
        }
        if (item >= epoch.total() || !status.isLost(item) || !lostRuns.checkRepeatable(item, epoch)) {
            boolean mayStillEnd = job.view().running(item).isPresent();
            if (mayStillEnd) {
                job.needs().watch(job.tree().running(item));
            } else {
                lostRuns.removeObsolete(entry);
            }
            return;
        }
        if (job.config().isFailover() && lostRuns.checkClaimable(item, epoch) && lostRuns.waitForTurn(item, entry)) {
            candidates.put(item, again(item, Optional.of(entry)));
        }
    }

    /**
     * Claims lost runs of items that the next epoch assigns to this instance. That is sent before the epoch, so that these
     * runs do not wait for it.
     *
     * @return whether the claim was sent
     */
    public boolean claimBeforeEpoch(SortedSet<Integer> lost) {
        Epoch epoch = job.view().epoch().orElseThrow();
        boolean can = !lost.isEmpty()
                && lost.stream().noneMatch(this::mayNotStartHere)
                && job.commits().isFree(Slot.START)
                && conditions.mayStart(epoch)
                && job.clocks().problem().isEmpty()
                && job.view().ownRequests().isEmpty();
        if (can) {
            List<Candidate> candidates =
                    lost.stream().map(item -> again(item, Optional.empty())).toList();
            transactions.commit(epoch, candidates, RunRequests.NONE, true);
        }
        return can;
    }

    private Candidate again(int item, Optional<Node> entry) {
        RunRecord.Run lost = job.view().record(item).run().orElseThrow();
        return Candidate.failover(item, lost, entry);
    }

    // ---- starts of unknown outcome ----

    /** Settles starts that were not acknowledged: a committed one is recognised by its nonce. */
    private void settleUnknown() {
        backToBack.settleUnknown();
        for (LocalRun run : job.runs().copy()) {
            if (!run.isStarting() || run.isCommitting() || !job.view().isItemFresh(run.item())) {
                continue;
            }
            RunRecord record = job.view().record(run.item());
            boolean committed = record.isStarted()
                    && (record.hasNonce(run.run().nonce()) || !UNKNOWN_START_IS_SETTLED_BY_NONCE.holds());
            if (!committed) {
                job.runs().remove(run.item());
                if (run.run().session() == job.session().id()) {
                    requestedRuns.notStarted(run);
                }
            } else if (hasItsMark(run)) {
                run.begun(job.view().itemNode(run.item()).orElseThrow().modified());
                job.effects().run(List.of(run), job.config());
            } else if (job.view().running(run.item()).isEmpty()) {
                // Its session has ended, and none of its code ever ran: as if it had never been started.
                run.ended(Outcome.NEVER_BEGUN, job.effects().elapsed());
            }
        }
    }

    private boolean hasItsMark(LocalRun run) {
        return job.isMarkedHere(run.item())
                || !UNKNOWN_START_NEEDS_ITS_MARK.holds()
                || !UNKNOWN_START_IS_SETTLED_BY_NONCE.holds()
                        && job.view().running(run.item()).isPresent();
    }
}
