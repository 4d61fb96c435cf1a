package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.ATTEMPTS_ARE_LIMITED;
import static dev.elasticjob.engine.Rule.CLOSED_EPOCH_STARTS_NOTHING;
import static dev.elasticjob.engine.Rule.CLOSED_EPOCH_WAITS_FOR_RECORDS;
import static dev.elasticjob.engine.Rule.ENABLED_ITEM_IS_NOTICED;
import static dev.elasticjob.engine.Rule.LOST_RUN_HAS_NO_MARK;
import static dev.elasticjob.engine.Rule.LOST_RUN_HAS_NO_MEMBER_SESSION;
import static dev.elasticjob.engine.Rule.LOST_RUN_OF_ANOTHER_TOTAL_IS_NOT_REPEATED;
import static dev.elasticjob.engine.Rule.MEMBERS_ARE_READ_FOR_LOST_RUNS;
import static dev.elasticjob.engine.Rule.MISSED_FIRE_ALLOWS_FAILOVER;
import static dev.elasticjob.engine.Rule.OWNER_WATCHES_RUN_ELSEWHERE;
import static dev.elasticjob.engine.Rule.RUN_HAS_TOTAL_OF_EPOCH;
import static dev.elasticjob.engine.Rule.START_OF_ANOTHER_SESSION_IS_WATCHED;
import static dev.elasticjob.engine.Rule.UNKNOWN_START_IS_SETTLED_BY_NONCE;
import static dev.elasticjob.engine.Rule.UNKNOWN_START_NEEDS_ITS_MARK;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.JobMachine.Phase;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.engine.LocalRun.Outcome;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Node;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What an instance has to know of its items, and the fate of starts.
 *
 * <p>A start is one transaction for all items that begin together. It checks everything it relies on: the epoch, the
 * configuration, our membership, our server, and each record as it was seen; it writes the run into the record and makes the
 * mark. Only when it is known to have happened the job's code begins.
 */
final class Items {

    private static final Duration KNOWN_FOR_REQUESTS = Duration.ofSeconds(1);

    private final JobMachine job;
    private final StartPlan plan;
    private final FollowUps followUps;
    private final Requests requests;
    private final Map<Integer, Instant> reportedMissed = new HashMap<>();
    private final Map<Integer, Duration> offeredSince = new HashMap<>();
    private final Map<Integer, Long> seenOffers = new HashMap<>();
    private long seenEpoch = -1;
    private Duration readForRequestsAt = Duration.ZERO;
    /** The last instant whose items were read before it came. */
    private Instant readFor = Instant.MIN;

    Items(JobMachine job, Requests requests) {
        this.job = job;
        this.requests = requests;
        plan = new StartPlan(job, this, requests);
        followUps = new FollowUps(job, plan, requests.wishes());
    }

    StartPlan plan() {
        return plan;
    }

    FollowUps followUps() {
        return followUps;
    }

    // ---- what to know ----

    SortedSet<Integer> wanted() {
        SortedSet<Integer> wanted = new TreeSet<>(job.runs.keySet());
        if (job.phase != Phase.JOINED) {
            return wanted;
        }
        Optional<Epoch> epoch = job.view.epoch();
        if (epoch.isEmpty()) {
            return wanted;
        }
        SortedSet<Integer> owned = job.view.ownedBy(job.instance.jobInstanceId());
        if (job.view.epochNode().orElseThrow().modified() != seenEpoch) {
            seenEpoch = job.view.epochNode().orElseThrow().modified();
            plan.ownedNow(owned, epoch.get());
            owned.stream().filter(item -> !isMadeWithTheEpoch(item)).forEach(job.view::itemStale);
        }
        boolean asked = requests.areNew();
        boolean wished = requests.wishes().wantItemsRead(epoch.get(), wereReadLongAgo());
        if (wished || asked || job.view.ownTrigger().isPresent() && wereReadLongAgo()) {
            readForRequestsAt = job.effects.elapsed();
            job.view.itemsStale(owned);
        }
        readAhead(epoch.get(), owned);
        wanted.addAll(owned);
        offered().keySet().forEach(wanted::add);
        return wanted;
    }

    /** Whether it matters for any of them who takes part, as where a run has no mark: is it lost, or will it be recorded? */
    boolean wantMembers(SortedSet<Integer> wanted) {
        if (job.view.mayHaveOffers()) {
            return true;
        }
        for (int item : wanted) {
            if (MEMBERS_ARE_READ_FOR_LOST_RUNS.holds()
                    && job.view.record(item).isStarted()
                    && job.view.running(item).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Runs that wait for one another start without a read, but an operator who disables an item need not wait for all. */
    private boolean wereReadLongAgo() {
        return job.effects.elapsed().minus(readForRequestsAt).compareTo(KNOWN_FOR_REQUESTS) > 0;
    }

    /** Then we made it ourselves, and know all about it. */
    private boolean isMadeWithTheEpoch(int item) {
        return job.view.itemNode(item).map(Node::created).orElse(-1L) == seenEpoch;
    }

    /** Reads what a start depends on shortly before its instant, so that the start itself is one round trip. */
    private void readAhead(Epoch epoch, SortedSet<Integer> owned) {
        if (owned.isEmpty()) {
            return;
        }
        if (!epoch.monitorExecution()) {
            // Nothing is written there when it fires, so the watch costs nothing and no read is needed.
            job.watchTree(job.tree.items());
            wakeForNext();
            return;
        }
        Instant now = job.now();
        Instant ahead = now.plus(job.settings.readAhead());
        if (readFor.isAfter(ahead) || readFor.equals(Instant.MIN)) {
            // The clock was set back, or what we own is read in any case.
            readFor = now;
        }
        Schedule schedule = job.schedule().orElseThrow();
        schedule.latest(readFor, ahead).ifPresent(instant -> {
            readFor = instant;
            job.view.itemsStale(owned);
        });
        schedule.next(now).ifPresent(next -> {
            Instant begin = next.minus(job.settings.readAhead());
            job.wakeAtInstant(begin.isAfter(now) ? begin : next);
        });
    }

    private void wakeForNext() {
        job.schedule().flatMap(schedule -> schedule.next(job.now())).ifPresent(job::wakeAtInstant);
    }

    /** The entries of runs that wait to be taken over. */
    private Map<Integer, Node> offered() {
        Map<Integer, Node> entries = new TreeMap<>();
        if (job.view.isServerEnabled(job.instance.serverIp())) {
            for (Node node : job.view.childNodes(job.tree.failoverItems())) {
                String name = JobView.name(node);
                if (JobTree.isItem(name)) {
                    entries.put(Integer.valueOf(name), node);
                }
            }
        }
        offeredSince.keySet().retainAll(entries.keySet());
        seenOffers.keySet().retainAll(entries.keySet());
        entries.forEach((item, entry) -> {
            if (!Long.valueOf(entry.created()).equals(seenOffers.put(item, entry.created()))) {
                // It tells of something that we may have read before it happened.
                job.view.itemStale(item);
            }
        });
        return entries;
    }

    // ---- start ----

    /** A run that is to be started. */
    record Candidate(
            int item,
            String runId,
            RunSource source,
            Optional<Instant> scheduledAt,
            int attempt,
            Optional<Node> entry) {}

    void start() {
        settleStartsOfUnknownOutcome();
        Optional<Epoch> epoch = job.view.epoch();
        if (job.isFree(Slot.START) && epoch.isPresent() && mayStart(epoch.get())) {
            plan.start(epoch.get(), offered());
        }
    }

    /**
     * Takes over lost runs of items that the next epoch gives to us: to be sent before it, so that they wait for nothing.
     *
     * @return whether that was sent
     */
    boolean takeOver(SortedSet<Integer> lost) {
        Epoch epoch = job.view.epoch().orElseThrow();
        boolean can = !lost.isEmpty()
                && job.isFree(Slot.START)
                && mayStart(epoch)
                && job.clockProblem().isEmpty()
                && job.view.ownTrigger().isEmpty();
        if (can) {
            plan.takeOver(epoch, lost);
        }
        return can;
    }

    boolean mayStart(Epoch epoch) {
        return (!CLOSED_EPOCH_STARTS_NOTHING.holds() || epoch.open() && agrees(epoch))
                && (!job.configIsBroken || job.everJoined)
                && job.view.isServerEnabled(job.instance.serverIp());
    }

    /** Whether the epoch was made for the configuration in force; else its leader makes another. */
    private boolean agrees(Epoch epoch) {
        return (epoch.total() == job.config.getShardingTotalCount() || !RUN_HAS_TOTAL_OF_EPOCH.holds())
                && epoch.cron().equals(job.config.getCron())
                && epoch.timeZone().equals(job.config.getTimeZone())
                && epoch.monitorExecution() == job.config.isMonitorExecution();
    }

    /** Whether the last run of an item, lost with its instance, may be run again, as far as the item itself goes. */
    boolean mayBeTakenOver(int item, Epoch epoch) {
        boolean may = epoch.open()
                && !job.runs.containsKey(item)
                && isWorthRepeating(item, epoch)
                && !preventsFailover(plan.owed(item, epoch));
        if (may && job.view.isDisabled(item)) {
            // It waits until the item is enabled, which nothing else may tell of.
            job.watch(job.tree.disabled(item));
            return false;
        }
        return may;
    }

    private static boolean preventsFailover(Owed owed) {
        return MISSED_FIRE_ALLOWS_FAILOVER.holds() ? owed.isRun() : !(owed instanceof Owed.Nothing);
    }

    /** Whether a lost run could ever be taken over; if not, it is reported. */
    boolean isWorthRepeating(int item, Epoch epoch) {
        RunRecord.Run run = job.view.record(item).run().orElseThrow();
        if (LOST_RUN_OF_ANOTHER_TOTAL_IS_NOT_REPEATED.holds() && run.total() != epoch.total()) {
            job.report(
                    "take over " + item,
                    "The run " + run.id() + " of item " + item + " was lost with " + run.instanceId()
                            + " and is not repeated: it was one of " + run.total() + " items, now there are "
                            + epoch.total());
            return false;
        }
        if (ATTEMPTS_ARE_LIMITED.holds() && run.attempt() >= job.settings.attempts()) {
            job.report(
                    "take over " + item,
                    "The run " + run.id() + " of item " + item + " was lost " + run.attempt()
                            + " times and is not repeated again");
            return false;
        }
        job.notReported("take over " + item);
        return true;
    }

    /**
     * What to watch until an item is idle, if it is not: the mark of whoever runs it, or its record, where somebody deleted the
     * mark but the run is that of an instance that takes part and will record its end.
     */
    Optional<String> busy(int item) {
        if (job.view.exists(job.tree.running(item))) {
            return marked(item);
        }
        RunRecord record = job.view.record(item);
        return record.isStarted()
                        && isMemberSession(record.run().get().session())
                        && (CLOSED_EPOCH_WAITS_FOR_RECORDS.holds()
                                || job.view.epoch().filter(Epoch::open).isPresent())
                ? Optional.of(job.tree.item(item))
                : Optional.empty();
    }

    /** Returns the mark of the item, if there is one: without monitoring, of a run that began with it. */
    Optional<String> marked(int item) {
        return Optional.of(job.tree.running(item)).filter(job.view::exists);
    }

    /**
     * Watches what the owner of an idle item would not learn otherwise: that the item is enabled again, and that a start
     * whose session has ended is taken back, so that its fire is owed again.
     */
    void watchIdle(int item) {
        if (ENABLED_ITEM_IS_NOTICED.holds() && job.view.isDisabled(item)) {
            job.watch(job.tree.disabled(item));
        }
        if (START_OF_ANOTHER_SESSION_IS_WATCHED.holds()
                && OWNER_WATCHES_RUN_ELSEWHERE.holds()
                && job.view.record(item).isStarted()) {
            job.watch(job.tree.item(item));
        }
    }

    private boolean isMemberSession(long session) {
        return LOST_RUN_HAS_NO_MEMBER_SESSION.holds()
                ? job.view.memberSessions().contains(session)
                : session == job.session;
    }

    boolean isLost(int item) {
        RunRecord record = job.view.record(item);
        if (record.isAbandoned()) {
            return true;
        }
        return record.isStarted()
                && (LOST_RUN_HAS_NO_MARK.holds()
                        ? busy(item).isEmpty()
                        : !isMemberSession(record.run().get().session()));
    }

    /** Whether it is our turn to take a lost run over: the intended instance's at once, anybody's after a while. */
    boolean isOurTurn(int item, Node entry) {
        if (entry.text().equals(job.instance.jobInstanceId())) {
            return true;
        }
        Duration elapsed = job.effects.elapsed();
        Duration from = offeredSince
                .computeIfAbsent(
                        item,
                        key -> elapsed.plus(
                                Duration.ofMillis(job.effects.random().nextLong(200))))
                .plus(job.settings.takeOverDelay());
        if (elapsed.compareTo(from) < 0) {
            job.wakeAt(from);
            return false;
        }
        return true;
    }

    void reportMissed(int item, Instant at, String reason) {
        if (!at.equals(reportedMissed.put(item, at))) {
            job.effects.publish(new JobEvent.Missed(job.jobName(), job.effects.now(), item, at, reason));
        }
    }

    /** What was tried and never answered is recognised by its nonce. */
    private void settleStartsOfUnknownOutcome() {
        followUps.settleUnknown();
        for (LocalRun run : List.copyOf(job.runs.values())) {
            if (run.phase != LocalRun.Phase.STARTING || run.committing || !job.view.isItemFresh(run.item)) {
                continue;
            }
            RunRecord record = job.view.record(run.item);
            boolean landed = record.isStarted()
                    && (record.hasNonce(run.run.nonce()) || !UNKNOWN_START_IS_SETTLED_BY_NONCE.holds());
            if (!landed) {
                job.runs.remove(run.item);
                if (run.run.session() == job.session) {
                    requests.wishes().notBegun(run);
                }
            } else if (job.isMarkedByUs(run.item)
                    || !UNKNOWN_START_NEEDS_ITS_MARK.holds()
                    || !UNKNOWN_START_IS_SETTLED_BY_NONCE.holds()
                            && job.view.running(run.item).isPresent()) {
                run.begun(job.view.itemNode(run.item).orElseThrow().modified());
                job.effects.run(List.of(run), job.config);
            } else if (job.view.running(run.item).isEmpty()) {
                // Its session is gone, and nothing of it ever ran: as if it had never been started.
                run.ended(Outcome.NEVER_BEGUN, job.effects.elapsed());
            }
        }
    }

    /** A commit of a start was answered. */
    void started(List<LocalRun> started, CommitResult result) {
        for (LocalRun run : started) {
            run.committing = false;
        }
        if (result instanceof Committed committed) {
            started.forEach(followUps::landed);
            started.forEach(run -> run.begun(committed.number()));
            started.forEach(requests.wishes()::begun);
            for (LocalRun run : started) {
                if (run.takenOver) {
                    offeredSince.remove(run.item);
                }
            }
            StartPlan.together(started).forEach(group -> job.effects.run(group, job.config));
        } else if (!(result instanceof Unknown)) {
            for (LocalRun run : started) {
                followUps.notLanded(run);
                requests.wishes().notBegun(run);
                job.view.itemStale(run.item);
            }
        }
    }
}
