package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.EPOCH_CHECKS_CONFIGURATION;
import static dev.elasticjob.engine.rule.Rule.EPOCH_REOPENS_WHEN_TOTAL_IS_SET_BACK;
import static dev.elasticjob.engine.rule.Rule.REQUESTS_MOVE_WITH_ITEMS;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.failover.LostRuns;
import dev.elasticjob.engine.items.ItemStatus;
import dev.elasticjob.engine.requests.RequestMoves;
import dev.elasticjob.engine.runs.Starts;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Publishes epochs, which determine the owner of every item. The leader does so when members, enabled servers, the total, the
 * strategy or the schedule change, or when another tool requests it; not when items fire.
 */
final class Epochs {

    private final JobContext job;
    private final LostRuns lostRuns;
    private final Starts starts;
    private final Housekeeping housekeeping;
    private final Assignments assignments;
    private final ClosedEpochs closedEpochs;
    private final ItemNodes itemNodes;
    private final EpochStart epochStart;

    private String seenFingerprint = "";
    private Duration fingerprintSeenAt = Duration.ZERO;
    private Optional<Epoch> published = Optional.empty();
    /** The transaction of {@link #published} created all items, and so it published their owners. */
    private boolean publishedWithOwners;

    /** The members of the last epoch that was seen. */
    private List<String> lastMembers = List.of();

    Epochs(JobContext job, ItemStatus status, LostRuns lostRuns, Starts starts, Housekeeping housekeeping) {
        this.job = job;
        this.lostRuns = lostRuns;
        this.starts = starts;
        this.housekeeping = housekeeping;
        assignments = new Assignments(job);
        closedEpochs = new ClosedEpochs(job, status);
        itemNodes = new ItemNodes(job);
        epochStart = new EpochStart(job);
    }

    void forgetAsFollower() {
        closedEpochs.forgetAsFollower();
    }

    void strategyAnswered(String fingerprint, Optional<Map<JobInstance, List<Integer>>> answer, String problem) {
        assignments.answered(fingerprint, answer, problem);
    }

    // ---- publishing ----

    /** Publishes an epoch if one is needed. Returns whether that was done, or what precedes it is awaited. */
    boolean publishIfNeeded() {
        Optional<Epoch> epoch = job.view().epoch();
        if (epoch.isPresent() && closedEpochs.mustClose(epoch.get())) {
            if (epoch.get().open()) {
                publish("close the epoch", epoch.get().closed(job.effects().nonce()), epoch);
                return true;
            }
            if (closedEpochs.waitForRuns(epoch.get())) {
                return true;
            }
        }
        List<JobInstance> eligible = assignments.eligible();
        String fingerprint = assignments.fingerprint();
        boolean sameInputs = epoch.filter(assignments::isCurrent).isPresent();
        if (sameInputs
                && (epoch.get().open() || !EPOCH_REOPENS_WHEN_TOTAL_IS_SET_BACK.holds())
                && !scheduleChanged(epoch.get())
                && !isRequestedByTool()
                && epochStart.check(epoch.get())) {
            seenFingerprint = fingerprint;
            assignments.discard();
            return false;
        }
        if (!sameInputs && waitForFurtherMembers(epoch, fingerprint, eligible)) {
            return true;
        }
        Optional<int[]> owners = sameInputs ? epoch.map(Epoch::owners) : assignments.owners(epoch);
        int total = job.config().getShardingTotalCount();
        if (owners.isPresent() && !lostRuns.isScanning() && itemNodes.createMissing(epoch, total)) {
            publish("publish an epoch", next(epoch, eligible, fingerprint, owners.get()), epoch);
        }
        return true;
    }

    private boolean isRequestedByTool() {
        return job.view().exists(job.tree().necessary())
                || job.view().exists(job.tree().processing());
    }

    private boolean scheduleChanged(Epoch epoch) {
        return !epoch.cron().equals(job.config().getCron())
                || !epoch.timeZone().equals(job.config().getTimeZone())
                || epoch.monitorExecution() != job.config().isMonitorExecution();
    }

    /** Waits a moment for further instances to join. After a loss there is no wait. */
    private boolean waitForFurtherMembers(Optional<Epoch> epoch, String fingerprint, List<JobInstance> eligible) {
        if (!fingerprint.equals(seenFingerprint)) {
            seenFingerprint = fingerprint;
            fingerprintSeenAt = job.effects().elapsed();
        }
        Set<String> ids = eligible.stream().map(JobInstance::jobInstanceId).collect(Collectors.toSet());
        if (epoch.isEmpty()
                || epoch.get().members().isEmpty()
                || !ids.containsAll(epoch.get().members())) {
            return false;
        }
        return !job.needs().hasComeOrWake(fingerprintSeenAt.plus(job.settings().joinGrace()));
    }

    private Epoch next(Optional<Epoch> before, List<JobInstance> eligible, String fingerprint, int[] owners) {
        boolean paused = eligible.isEmpty() && areAllServersDisabled();
        boolean newSchedule = before.filter(this::scheduleChanged).isPresent();
        return new Epoch(
                before.map(Epoch::number).orElse(0L) + 1,
                true,
                fingerprint,
                eligible.stream().map(JobInstance::jobInstanceId).toList(),
                owners,
                job.config().getCron(),
                job.config().getTimeZone(),
                job.config().isMonitorExecution(),
                epochStart.after(before, newSchedule, paused),
                paused,
                job.effects().nonce());
    }

    private boolean areAllServersDisabled() {
        return job.view().servers().stream().noneMatch(node -> job.view().isServerEnabled(JobView.name(node)));
    }

    private void publish(String what, Epoch next, Optional<Epoch> before) {
        published = Optional.of(next);
        publishedWithOwners = false;
        SortedSet<Integer> lost = before.filter(each -> next.open() && isTheSameWork(each, next))
                .map(each -> claimOwnLostRuns(next))
                .orElseGet(TreeSet::new);
        Transaction.Builder transaction = Transaction.builder();
        if (EPOCH_CHECKS_CONFIGURATION.holds()) {
            transaction.check(
                    job.tree().config(), job.view().config().orElseThrow().version());
        }
        transaction.checkExists(job.tree().leaderInstance()).set(job.tree().epoch(), next.encode(), job.epochVersion());
        if (next.open() && before.map(Epoch::total).orElse(0) != next.total()) {
            publishedWithOwners = itemNodes.addMissing(transaction, next, before);
        }
        if (next.open()) {
            for (String request : List.of(job.tree().necessary(), job.tree().processing())) {
                job.view().node(request).ifPresent(each -> transaction.delete(request, each.version()));
            }
            before.ifPresent(each -> addRequestMoves(transaction, each, next));
        }
        SortedSet<Integer> toOffer = lostRuns.addOffers(transaction, lost, next);
        job.commits().send(Slot.MEMBER, what, transaction.build(), result -> lostRuns.offersAnswered(toOffer, result));
    }

    /** Moves requests together with their items. Where they do not fit, they are moved after the epoch is published. */
    private void addRequestMoves(Transaction.Builder transaction, Epoch before, Epoch next) {
        Transaction.Builder moves = Transaction.builder();
        if (REQUESTS_MOVE_WITH_ITEMS.holds()) {
            RequestMoves.add(moves, job, before, next);
        }
        if (transaction.bytes() + moves.bytes() <= job.commits().roomFor(Slot.MEMBER)) {
            transaction.addAll(moves);
        }
    }

    /** Claims the lost runs that the next epoch assigns to this instance, and returns those to be offered to others. */
    private SortedSet<Integer> claimOwnLostRuns(Epoch next) {
        SortedSet<Integer> lost = lostRuns.find(next);
        SortedSet<Integer> own = new TreeSet<>(lost);
        own.retainAll(next.itemsOf(job.id()));
        if (starts.claimBeforeEpoch(own)) {
            lost.removeAll(own);
        }
        return lost;
    }

    /** Returns whether what is owed and what may be repeated is the same in both epochs. */
    private static boolean isTheSameWork(Epoch before, Epoch next) {
        return before.open()
                && before.total() == next.total()
                && before.cron().equals(next.cron())
                && before.timeZone().equals(next.timeZone())
                && before.monitorExecution()
                && next.monitorExecution()
                && before.since().equals(next.since());
    }

    // ---- after publishing ----

    /** Notices an epoch in force: published here, perhaps by a commit of unknown outcome, or by the leader before. */
    void notice(Epoch epoch) {
        if (housekeeping.hasSeen(epoch)) {
            return;
        }
        boolean publishedHere =
                published.filter(each -> each.nonce().equals(epoch.nonce())).isPresent();
        published = Optional.empty();
        job.view().wantItemList(false);
        housekeeping.see(epoch, publishedHere, publishedHere && publishedWithOwners);
        if (publishedHere) {
            publishLostInstances(epoch);
        }
        lastMembers = epoch.members();
        if (publishedHere && epoch.open()) {
            job.effects()
                    .publish(new JobEvent.Resharded(
                            job.jobName(), job.effects().now(), epoch.number(), epoch.total(), epoch.members()));
        }
    }

    /** Publishes the members of the epoch before that have no node any more. */
    private void publishLostInstances(Epoch epoch) {
        Set<String> live = job.view().instances().stream().map(JobView::name).collect(Collectors.toSet());
        lastMembers.stream()
                .filter(id -> !epoch.members().contains(id) && !live.contains(id))
                .forEach(id -> job.effects()
                        .publish(new JobEvent.InstanceLost(
                                job.jobName(), job.effects().now(), id)));
    }

    /** Moves requests whose instance or items moved since they were made. Returns whether that was necessary. */
    boolean moveRequestsToOwners() {
        Optional<Epoch> epoch = job.view().epoch();
        if (epoch.isEmpty() || !epoch.get().open() || job.view().requestNodes().isEmpty()) {
            return false;
        }
        Transaction.Builder moves = Transaction.builder();
        if (REQUESTS_MOVE_WITH_ITEMS.holds()) {
            RequestMoves.add(moves, job, epoch.get(), epoch.get());
        }
        if (moves.isEmpty()) {
            return false;
        }
        moves.check(job.tree().epoch(), job.epochVersion());
        job.commits().send(Slot.MEMBER, "move run requests to the owners", moves);
        return true;
    }
}
