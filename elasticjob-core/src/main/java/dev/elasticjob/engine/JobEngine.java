package dev.elasticjob.engine;

import static dev.elasticjob.engine.rule.Rule.EVERYTHING_IS_READ_AGAIN;
import static dev.elasticjob.engine.rule.Rule.INVALID_NODES_ARE_DELETED;
import static dev.elasticjob.engine.rule.Rule.LEASE_END_INTERRUPTS;
import static dev.elasticjob.engine.rule.Rule.MISSING_NODES_ARE_RECREATED;
import static dev.elasticjob.engine.rule.Rule.RECONNECT_READS_AGAIN;
import static dev.elasticjob.engine.rule.Rule.SESSION_LOSS_INTERRUPTS;
import static dev.elasticjob.engine.rule.Rule.WAITING_TO_JOIN_WATCHES;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.ConfigText;
import dev.elasticjob.engine.context.Effects;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.failover.LostRuns;
import dev.elasticjob.engine.items.ItemStatus;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.items.PendingRetries;
import dev.elasticjob.engine.items.StartConditions;
import dev.elasticjob.engine.leadership.Leadership;
import dev.elasticjob.engine.membership.InvalidNodes;
import dev.elasticjob.engine.membership.Membership;
import dev.elasticjob.engine.membership.MissingNodes;
import dev.elasticjob.engine.requests.Kills;
import dev.elasticjob.engine.requests.OwnRequests;
import dev.elasticjob.engine.requests.RequestedRuns;
import dev.elasticjob.engine.runs.BackToBackRuns;
import dev.elasticjob.engine.runs.Finishes;
import dev.elasticjob.engine.runs.ItemReads;
import dev.elasticjob.engine.runs.ItemRotation;
import dev.elasticjob.engine.runs.LateMarks;
import dev.elasticjob.engine.runs.RunLimits;
import dev.elasticjob.engine.runs.Starts;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One job on one instance: everything it decides. The engine has no threads, no clock and no I/O of its own, only {@link
 * Effects}; its caller makes one call at a time. Therefore the same code runs in production and in the simulator.
 *
 * <h2>The algorithm</h2>
 *
 * <p><b>Level-triggered.</b> An event (a hint of the registry, an answer, a timer, the end of a run) only updates the state.
 * When all events that arrived together are recorded, {@link #settle()} reconciles: it reads what the rules need to know, and
 * then every rule decides from the whole state what to do next. A lost or late event delays a decision and never prevents it,
 * because everything is read again after a reconnect and at regular intervals.
 *
 * <p><b>Gather, then decide.</b> A reconciliation first gathers: each rule invalidates what must be fresh before it decides,
 * and states what it needs. If anything of that is stale, it is read, and the answer reconciles again. Only when the view is
 * complete do the rules decide, in the order of {@link #decideAsMember()}. They send commits, start and interrupt runs, and
 * ask for watches and for the time of the next reconciliation.
 *
 * <p><b>Conditional writes.</b> Every write is one transaction that checks everything it relies on. The commits of a {@link
 * Slot} are decided together, and are all answered before the slot decides again. A conflict means that the view was stale:
 * what failed is read and decided again. An unknown outcome makes everything stale, to be read with a sync; a start, a join
 * or an epoch that was committed is recognised by its nonce.
 *
 * <p><b>Ownership and runs.</b> The leader publishes {@link Epoch epochs}, which alone determine who owns an item. The owner
 * owes each item the latest fire time that has come and is not in its run record. A start writes the record and creates the
 * {@code running} mark, bound to the session; the job's code begins when that is committed. A finish writes the end into the
 * record and deletes the mark. Whoever finds a record in progress without a mark and without a live session has found a lost
 * run, which fails over.
 */
public final class JobEngine {

    private final JobContext job;
    private final Membership membership;
    private final MissingNodes missingNodes;
    private final InvalidNodes invalidNodes;
    private final RegistryClock registryClock;
    private final Leadership leadership;
    private final ItemRotation itemRotation;
    private final RequestedRuns requestedRuns;
    private final OwnRequests ownRequests;
    private final Kills kills;
    private final ItemReads itemReads;
    private final LostRuns lostRuns;
    private final Starts starts;
    private final LateMarks lateMarks;
    private final Finishes finishes;
    private final RunLimits runLimits;
    private boolean unsettled;
    private boolean watching;
    private Set<Integer> publishedItems = Set.of();
    private Duration readAllAt = Duration.ZERO;

    public JobEngine(
            JobConfiguration configInCode,
            String jobClassName,
            ConfigText configText,
            EngineSettings settings,
            Effects effects) {
        job = new JobContext(configInCode, jobClassName, configText, settings, effects, () -> unsettled = true);
        ItemStatus status = new ItemStatus(job);
        OwedFires fires = new OwedFires(job);
        PendingRetries retries = new PendingRetries(job);
        StartConditions conditions = new StartConditions(job, status, fires, retries);
        membership = new Membership(job);
        missingNodes = new MissingNodes(job);
        invalidNodes = new InvalidNodes(job);
        registryClock = new RegistryClock(job);
        ownRequests = new OwnRequests(job);
        kills = new Kills(job, ownRequests);
        requestedRuns = new RequestedRuns(job, conditions, ownRequests);
        lostRuns = new LostRuns(job, status, fires);
        BackToBackRuns backToBack = new BackToBackRuns(job, fires, requestedRuns);
        starts = new Starts(job, status, fires, retries, conditions, lostRuns, ownRequests, requestedRuns, backToBack);
        finishes = new Finishes(job, fires, retries, requestedRuns, backToBack);
        runLimits = new RunLimits(job, finishes);
        itemRotation = new ItemRotation(job, finishes);
        lateMarks = new LateMarks(job);
        itemReads = new ItemReads(job, fires, lostRuns, ownRequests, requestedRuns);
        leadership = new Leadership(job, status, lostRuns, starts);
    }

    // ---- events: each is followed by settle() ----

    /** @param limit maximum size of a transaction in bytes */
    public void sessionOpened(long id, Duration timeout, int limit) {
        job.session().opened(id, timeout, limit);
        job.reads().resetPause();
        job.commits().resetSizes();
        job.reads().invalidateAll();
        if (job.phase() == Phase.APART) {
            job.phase(Phase.JOINING);
        }
        unsettled = true;
    }

    /** The connection to the registry is lost; the session may continue. */
    public void suspended() {
        if (job.session().isConnected()) {
            job.session().connected(false);
            job.effects()
                    .publish(new JobEvent.Suspended(job.jobName(), job.effects().now()));
        }
    }

    /** The connection is back, with the same session. */
    public void resumed() {
        if (!job.session().isConnected() && job.session().exists()) {
            job.session().connected(true);
            if (RECONNECT_READS_AGAIN.holds()) {
                job.reads().invalidateAll();
            }
            job.effects()
                    .publish(new JobEvent.Resumed(job.jobName(), job.effects().now()));
            unsettled = true;
        }
    }

    /** So little of the lease is left that another instance may soon run the items of this one. */
    public void leaseEnding() {
        if (LEASE_END_INTERRUPTS.holds()) {
            job.runs().interruptAll("the registry does not answer and the session may end");
        }
    }

    public void sessionLost() {
        if (!job.session().exists()) {
            return;
        }
        job.session().lost();
        job.needs().watchesAreGone();
        watching = false;
        if (SESSION_LOSS_INTERRUPTS.holds()) {
            job.runs().interruptAll("the session was lost");
        }
        job.commits().abandonAll();
        job.reads().abandon();
        job.reads().invalidateAll();
        if (job.phase() == Phase.JOINING || job.phase() == Phase.JOINED) {
            job.phase(Phase.APART);
        } else if (job.phase() == Phase.LEAVING) {
            membership.sessionLostWhileLeaving();
        }
    }

    /** A watched node has changed. */
    public void hint(Hint hint) {
        if (!job.commits().holdBack(hint)) {
            job.view().hint(hint);
            unsettled = true;
        }
    }

    /** The code of an item begins; called for jobs with a timeout. */
    public void codeBegan(LocalRun run) {
        run.codeBegan(job.effects().elapsed());
        unsettled = true;
    }

    /** The code of an item has ended, or never began. */
    public void runEnded(LocalRun run, LocalRun.Outcome outcome) {
        unsettled |= finishes.ended(run, outcome);
    }

    /** The sharding strategy has answered; an empty answer comes with the problem. */
    public void strategyAnswered(String fingerprint, Optional<Map<JobInstance, List<Integer>>> answer, String problem) {
        leadership.strategyAnswered(fingerprint, answer, problem);
        unsettled = true;
    }

    /** The application requests a run of all items. */
    public void execute(String runId, RunSource source) {
        requestedRuns.add(runId, source);
        unsettled = true;
    }

    /** The application, or an operator, ends the job on this instance. */
    public void leave(Leave why) {
        membership.leave(why);
        unsettled = true;
    }

    // ---- queries ----

    /** Returns the registry's time of day, as far as its last answer determines it. */
    public Instant registryTime() {
        return job.clocks().registryTime();
    }

    public Phase phase() {
        return job.phase();
    }

    /** Returns the state, for the checks of the simulator. */
    JobContext state() {
        return job;
    }

    // ---- reconciliation ----

    /** Reconciles once for all events since the last call, if there were any. */
    public void settle() {
        if (unsettled) {
            reconcile();
        }
    }

    /** Compares the whole state with what should be, and does what is to be done next. */
    public void reconcile() {
        unsettled = false;
        if (job.phase() == Phase.ENDED) {
            return;
        }
        job.needs().forgetWakeUp();
        if (job.phase() == Phase.LEAVING) {
            membership.boundDrain();
        }
        runLimits.enforce();
        if (canRead()) {
            readAllWhenDue();
            job.needs().forgetWatches();
            gather();
            Optional<ReadRequest> plan = job.view().plan();
            if (plan.isPresent()) {
                job.reads().send(plan.get());
            } else if (decideAndWatch()) {
                reconcile();
                return;
            }
        }
        if (job.phase() != Phase.ENDED) {
            job.commits().wakeAfterBackOff(job.needs());
            job.needs().setTimer();
        }
    }

    /** Returns whether nothing prevents a read now. */
    private boolean canRead() {
        if (!job.session().isConnected()) {
            return false;
        }
        return job.needs().hasComeOrWake(job.reads().notBefore())
                && !job.reads().isReading()
                && job.phase() != Phase.ENDED;
    }

    /** Invalidates what must be fresh before the rules decide, and states what they need to know. */
    private void gather() {
        itemReads.gather();
        SortedSet<Integer> items = new TreeSet<>(itemReads.known());
        boolean member = job.isMember();
        if (member) {
            items.addAll(leadership.gather());
        }
        job.view().wantItems(items);
        job.view().wantMembers(!member || leadership.needsMembers() || lostRuns.needsMembers(items));
        job.view().wantRequests(member && (leadership.needsRequests() || !requestedRuns.isEmpty()));
    }

    /** Lets the rules decide on a complete view. Returns whether the phase changed, so that other rules must decide. */
    private boolean decideAndWatch() {
        Phase before = job.phase();
        // The application learns what it owns before any other effect of a new epoch.
        publishOwnedItems();
        refreshConfig();
        switch (before) {
            case JOINING -> membership.join();
            case JOINED -> decideAsMember();
            case LEAVING -> decideWhileLeaving();
            default -> {}
        }
        if (job.phase() != before) {
            return true;
        }
        watchJob();
        job.needs().setWatches();
        if (job.phase() != Phase.ENDED
                && job.session().isConnected()
                && !job.reads().isReading()) {
            // What was decided may need further reads.
            gather();
            job.view().plan().ifPresent(job.reads()::send);
        }
        return false;
    }

    /** The rules of a member, in the order in which they decide. */
    private void decideAsMember() {
        // A removed or shut-down job decides nothing else.
        if (!membership.leaveIfEnded()) {
            return;
        }
        // Repairs come first: the other rules rely on a complete tree.
        missingNodes.recreateServer();
        if (MISSING_NODES_ARE_RECREATED.holds()) {
            missingNodes.recreateFolders();
        }
        if (INVALID_NODES_ARE_DELETED.holds()) {
            invalidNodes.delete();
        }
        // Fires depend on the registry's clock.
        registryClock.readIfDecisive();
        job.clocks().reportDifference();
        // Who owns what, before anything starts; a claim of a lost run goes before the epoch.
        leadership.lead();
        itemRotation.rotate();
        // Ends that an operator requests, before the item starts again.
        kills.carryOut();
        // Runs: first what the application requests and can start here, then starts, then requests to other owners.
        requestedRuns.update();
        starts.start();
        requestedRuns.requestFromOwners();
        ownRequests.takeTriggerWord();
        ownRequests.reportUnreadable();
        // Ends come last, so that a run that follows another records the end of that one.
        lateMarks.create();
        finishes.finish(itemReads.known());
    }

    private void decideWhileLeaving() {
        lateMarks.create();
        if (!lateMarks.areBeingCommitted()) {
            membership.proceedLeaving();
        }
        finishes.finish(itemReads.known());
    }

    private void publishOwnedItems() {
        Set<Integer> owned = job.isMember()
                        && job.isServerEnabled()
                        && job.view().epoch().filter(Epoch::open).isPresent()
                ? job.ownedItems()
                : Set.of();
        if (!owned.equals(publishedItems)) {
            publishedItems = owned;
            job.effects().owns(owned);
        }
    }

    private void refreshConfig() {
        JobConfiguration before = job.config();
        job.view().config().ifPresent(node -> job.configInForce().refresh(node, job.hasEverJoined()));
        if (job.hasEverJoined()) {
            job.view().discardConfigText();
        }
        if (job.config() != before) {
            // An edited timeout counts for the runs in progress.
            runLimits.enforce();
        }
    }

    /** Reads everything again at intervals: the repair for hints that were lost for good. */
    private void readAllWhenDue() {
        Duration elapsed = job.effects().elapsed();
        if (elapsed.compareTo(readAllAt) >= 0) {
            if (!readAllAt.isZero() && EVERYTHING_IS_READ_AGAIN.holds()) {
                job.view().invalidateAll();
                leadership.checkAgain();
            }
            Duration interval = job.settings().reconcileFloor();
            if (job.config().getReconcileIntervalMinutes() >= 1) {
                Duration configured = Duration.ofMinutes(job.config().getReconcileIntervalMinutes());
                interval = configured.compareTo(interval) < 0 ? configured : interval;
            }
            int percent = 80 + job.effects().random().nextInt(40);
            readAllAt = elapsed.plus(interval.multipliedBy(percent).dividedBy(100));
        }
        job.needs().wakeAt(readAllAt);
    }

    /**
     * Watches the job once this instance has joined, or has to wait for that: a join creates a dozen nodes, and each of them
     * would cause a hint. What has changed until then is read when the watches are set.
     */
    private void watchJob() {
        watching |= job.phase() != Phase.JOINING
                || WAITING_TO_JOIN_WATCHES.holds() && !job.commits().isPending(Slot.MEMBER);
        if (watching) {
            job.needs().watch(job.tree().config());
            job.needs().watchTree(job.tree().servers());
            job.needs().watchTree(job.tree().instances());
            job.needs().watchTree(job.tree().leader());
        }
    }
}
