package dev.elasticjob.engine.failover;

import static dev.elasticjob.engine.rule.Rule.ATTEMPTS_ARE_LIMITED;
import static dev.elasticjob.engine.rule.Rule.LOST_RUN_HAS_NO_MARK;
import static dev.elasticjob.engine.rule.Rule.LOST_RUN_OF_ANOTHER_TOTAL_IS_NOT_REPEATED;
import static dev.elasticjob.engine.rule.Rule.MEMBERS_ARE_READ_FOR_LOST_RUNS;
import static dev.elasticjob.engine.rule.Rule.MISSED_FIRE_ALLOWS_FAILOVER;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.ItemStatus;
import dev.elasticjob.engine.items.Owed;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lost runs: from their detection by the leader, over the offer to an instance, to the decision whether this instance may
 * claim one. The claim itself is a start like any other.
 *
 * <p>A run is lost if its record says that it was abandoned, or that it is in progress while its mark is gone and its session
 * is not that of a member. When an instance has gone, or leadership is new, the leader examines the records of all items. It
 * offers a lost run to the owner of the item, by an entry below {@code leader/failover/items}; other instances may claim it
 * after a delay.
 */
public final class LostRuns {

    /** So many records are read together with the member list, so that a loss costs no further round trip. */
    private static final int READ_WITH_MEMBERS = 100;

    private static final int CLAIM_JITTER_MS = 200;

    private final JobContext job;
    private final ItemStatus status;
    private final OwedFires fires;

    // ---- as the leader ----
    private Set<Long> scannedSessions = Set.of();
    private boolean scanning;
    /** The records are at least as new as the member list. */
    private boolean readWithMembers;

    private SortedSet<Integer> suspects = new TreeSet<>();
    private final SortedSet<Integer> offered = new TreeSet<>();

    // ---- as any member ----
    private final Map<Integer, Duration> claimFrom = new HashMap<>();
    private final Map<Integer, Long> seenOffers = new HashMap<>();

    public LostRuns(JobContext job, ItemStatus status, OwedFires fires) {
        this.job = job;
        this.status = status;
        this.fires = fires;
    }

    // ---- what the leader reads ----

    /** Invalidates the items that the leader examines together with the member list, and returns all that it examines. */
    public SortedSet<Integer> gatherAsLeader(Epoch epoch) {
        if (!job.view().isMemberListFresh() && seesLosses(epoch) && epoch.total() <= READ_WITH_MEMBERS) {
            readWithMembers = true;
            job.view().invalidateItems(epoch.items());
        }
        return scanning || readWithMembers ? epoch.items() : suspects;
    }

    /** This instance does not lead. */
    public void forgetAsFollower() {
        scannedSessions = Set.of();
        readWithMembers = false;
    }

    /** The records of all items are examined again. */
    public void scanAgain() {
        scannedSessions = Set.of();
    }

    /** Returns whether the records of all items are being read. */
    public boolean isScanning() {
        return scanning;
    }

    private boolean seesLosses(Epoch epoch) {
        return job.config().isFailover() && epoch.monitorExecution();
    }

    // ---- detection ----

    /**
     * Examines the records of all items when an instance has gone or leadership is new. Few records were read together with
     * the member list; many are read while the strategy runs. What was lost is then offered to its next owner together with
     * the epoch that makes it the owner.
     */
    public void detect() {
        Optional<Epoch> epoch = job.view().epoch();
        if (epoch.isEmpty() || !seesLosses(epoch.get())) {
            suspects = new TreeSet<>();
            offered.clear();
            scannedSessions = Set.of();
            scanning = false;
            readWithMembers = false;
            return;
        }
        Set<Long> sessions = job.view().memberSessions();
        boolean mayBeLost = !sessions.equals(scannedSessions)
                && (scannedSessions.isEmpty() || !sessions.containsAll(scannedSessions));
        scannedSessions = sessions;
        if (scanning || mayBeLost && readWithMembers) {
            suspects.addAll(epoch.get().items());
        }
        scanning = mayBeLost && !readWithMembers;
        readWithMembers = false;
        if (scanning) {
            job.view().invalidateItems(epoch.get().items());
        }
    }

    /**
     * Returns the lost runs that are to be offered. A run whose mark still exists belongs to an instance that leaves and lets
     * it end: its mark is watched. Items that are not lost are no longer suspected.
     */
    public SortedSet<Integer> find(Epoch epoch) {
        SortedSet<Integer> lost = new TreeSet<>();
        for (int item : new TreeSet<>(suspects)) {
            RunRecord record = job.view().record(item);
            boolean isLost = record.isAbandoned() || status.isOfLostSession(record);
            if (!isLost || item >= epoch.total()) {
                suspects.remove(item);
            } else if (LOST_RUN_HAS_NO_MARK.holds() && job.view().running(item).isPresent()) {
                job.needs().watch(job.tree().running(item));
            } else if (!job.view().exists(job.tree().failoverItem(item)) && checkClaimable(item, epoch)) {
                lost.add(item);
            }
        }
        return lost;
    }

    // ---- offers ----

    /** Offers lost runs to their owners, and returns whether something was sent or is being read. */
    public boolean offer() {
        Optional<Epoch> epoch = job.view().epoch();
        if (scanning || examineRemovedOffers()) {
            return true;
        }
        SortedSet<Integer> lost = epoch.map(this::find).orElseGet(TreeSet::new);
        if (lost.isEmpty()) {
            return false;
        }
        Transaction.Builder transaction = Transaction.builder()
                .checkExists(job.tree().config())
                .checkExists(job.tree().leaderInstance());
        SortedSet<Integer> added = addOffers(transaction, lost, epoch.get());
        job.commits()
                .send(Slot.MEMBER, "offer lost runs", transaction.build(), result -> offersAnswered(added, result));
        return true;
    }

    /** An offer ends when the run is claimed. If another program deleted it, it must be made again. */
    private boolean examineRemovedOffers() {
        SortedSet<Integer> gone = new TreeSet<>(offered);
        gone.removeIf(item -> job.view().exists(job.tree().failoverItem(item)));
        offered.removeAll(gone);
        suspects.addAll(gone);
        job.view().invalidateItems(gone);
        return !gone.isEmpty();
    }

    /** Adds offers to a transaction, and returns those that fit; the others follow later. */
    public SortedSet<Integer> addOffers(Transaction.Builder transaction, SortedSet<Integer> lost, Epoch epoch) {
        SortedSet<Integer> added = new TreeSet<>();
        for (int item : lost) {
            if (transaction.bytes() > job.commits().roomFor(Slot.MEMBER)) {
                break;
            }
            transaction.create(job.tree().failoverItem(item), epoch.owner(item).orElse(""), Mode.PERSISTENT);
            added.add(item);
        }
        return added;
    }

    /** A transaction with offers was answered. */
    public void offersAnswered(SortedSet<Integer> runs, CommitResult result) {
        if (result instanceof Committed) {
            suspects.removeAll(runs);
            offered.addAll(runs);
        }
    }

    /** Returns the entries of lost runs that are offered, by item. */
    public SortedMap<Integer, Node> offers() {
        SortedMap<Integer, Node> entries = new TreeMap<>();
        if (job.isServerEnabled()) {
            for (Node node : job.view().childNodes(job.tree().failoverItems())) {
                String name = JobView.name(node);
                if (JobTree.isItem(name)) {
                    entries.put(Integer.valueOf(name), node);
                }
            }
        }
        return entries;
    }

    /** Invalidates the items of new offers: an offer follows an event that may be newer than what was read. */
    public void invalidateNewlyOffered() {
        Map<Integer, Node> entries = offers();
        claimFrom.keySet().retainAll(entries.keySet());
        seenOffers.keySet().retainAll(entries.keySet());
        entries.forEach((item, entry) -> {
            if (!Long.valueOf(entry.created()).equals(seenOffers.put(item, entry.created()))) {
                job.view().invalidateItem(item);
            }
        });
    }

    /** Returns whether the member list decides about any of these items: is a run without a mark lost? */
    public boolean needsMembers(SortedSet<Integer> items) {
        if (job.view().mayHaveOffers()) {
            return true;
        }
        for (int item : items) {
            if (MEMBERS_ARE_READ_FOR_LOST_RUNS.holds()
                    && job.view().record(item).isStarted()
                    && job.view().running(item).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    // ---- claims ----

    /**
     * Returns whether the lost run of an item may be claimed as far as the item itself is concerned. A run that can never be
     * repeated is reported; a disabled item is watched, because nothing else notices that it is enabled.
     */
    public boolean checkClaimable(int item, Epoch epoch) {
        boolean may = epoch.open()
                && !job.runs().has(item)
                && checkRepeatable(item, epoch)
                && !preventsFailover(fires.of(item, epoch));
        if (may && job.view().isDisabled(item)) {
            job.needs().watch(job.tree().disabled(item));
            return false;
        }
        return may;
    }

    private static boolean preventsFailover(Owed owed) {
        return MISSED_FIRE_ALLOWS_FAILOVER.holds() ? owed.isRun() : !(owed instanceof Owed.Nothing);
    }

    /** Returns whether a lost run may ever be repeated, and reports one that may not. */
    public boolean checkRepeatable(int item, Epoch epoch) {
        RunRecord.Run run = job.view().record(item).run().orElseThrow();
        String key = "failover " + item;
        if (LOST_RUN_OF_ANOTHER_TOTAL_IS_NOT_REPEATED.holds() && run.total() != epoch.total()) {
            job.reports()
                    .report(
                            key,
                            "The run " + run.id() + " of item " + item + " was lost with " + run.instanceId()
                                    + " and is not repeated: it was one of " + run.total() + " items, now there are "
                                    + epoch.total());
            return false;
        }
        if (ATTEMPTS_ARE_LIMITED.holds() && run.attempt() >= job.settings().attempts()) {
            job.reports()
                    .report(
                            key,
                            "The run " + run.id() + " of item " + item + " was lost " + run.attempt()
                                    + " times and is not repeated again");
            return false;
        }
        job.reports().clear(key);
        return true;
    }

    /** Returns whether this instance may claim an offer now: the intended instance at once, others after a delay. */
    public boolean waitForTurn(int item, Node entry) {
        if (entry.text().equals(job.id())) {
            return true;
        }
        Duration elapsed = job.effects().elapsed();
        Duration from = claimFrom.computeIfAbsent(
                item,
                key -> elapsed.plus(Duration.ofMillis(job.effects().random().nextLong(CLAIM_JITTER_MS)))
                        .plus(job.settings().claimDelay()));
        return job.needs().hasComeOrWake(from);
    }

    /** The claim of an item is committed. */
    public void claimed(int item) {
        claimFrom.remove(item);
    }

    /** Deletes an entry that matches no lost run. */
    public void removeObsolete(Node entry) {
        if (job.commits().isFree(Slot.MEMBER)) {
            job.commits()
                    .send(
                            Slot.MEMBER,
                            "remove an obsolete failover entry",
                            Transaction.builder().delete(entry.path(), entry.version()));
        }
    }
}
