package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.CLOSED_EPOCH_WAITS_FOR_RUNS;
import static dev.elasticjob.engine.Rule.CLOSED_EPOCH_WATCHES_RUNS;
import static dev.elasticjob.engine.Rule.EPOCH_CHECKS_CONFIGURATION;
import static dev.elasticjob.engine.Rule.EPOCH_REOPENS_WHEN_TOTAL_IS_SET_BACK;
import static dev.elasticjob.engine.Rule.FUTURE_EPOCH_IS_REPLACED;
import static dev.elasticjob.engine.Rule.ITEM_CREATION_IS_SPLIT;
import static dev.elasticjob.engine.Rule.LEADER_WAITS_FOR_ACKNOWLEDGEMENTS;
import static dev.elasticjob.engine.Rule.LOST_RUN_HAS_NO_MARK;
import static dev.elasticjob.engine.Rule.LOST_RUN_HAS_NO_MEMBER_SESSION;
import static dev.elasticjob.engine.Rule.MARKS_ARE_READ_AFTER_CLOSING;
import static dev.elasticjob.engine.Rule.REQUESTS_MOVE_WITH_ITEMS;
import static dev.elasticjob.engine.Rule.STATIC_SHARDING_KEEPS_OWNERS;
import static dev.elasticjob.engine.Rule.TOTAL_CHANGES_IN_CLOSED_EPOCH;
import static dev.elasticjob.engine.Rule.UNACKNOWLEDGED_EPOCH_IS_PUBLISHED;

import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * What the leader does: it shares out the items by publishing epochs, finds runs whose instance was lost, and tidies up. It
 * schedules nothing, so nothing waits for it but a change of who owns what.
 *
 * <p>Items of different totals never run together. So when the total changes, the leader first closes the epoch, which keeps
 * everything from starting, waits until every mark is gone, and only then opens one with the new total.
 */
final class Leadership {

    private static final int CREATED_TOGETHER = 500;
    /** So many records are read together with the list of members, lest a loss cost another round trip. */
    private static final int READ_WITH_MEMBERS = 100;

    private final JobMachine job;
    private final Items items;
    private final Chores chores;

    private Optional<Duration> vacantSince = Optional.empty();
    private Duration electionJitter = Duration.ZERO;
    private long eligibleAsOf = -1;
    private List<JobInstance> eligible = List.of();
    private List<JobInstance> fingerprintOf;
    private String fingerprintFor = "";
    private String fingerprint = "";
    private String seenFingerprint = "";
    private Duration fingerprintSeenAt = Duration.ZERO;
    private String askedFingerprint = "";
    private List<String> askedMembers = List.of();
    private int askedTotal;
    private String answeredFingerprint = "";
    private Optional<Map<JobInstance, List<Integer>>> answer = Optional.empty();
    private Set<Long> scannedSessions = Set.of();
    private boolean scanning;
    /** The records are at least as new as the list of members. */
    private boolean readWithMembers;

    private Optional<Epoch> published = Optional.empty();
    /** Its transaction made all items, and so their owners are shown. */
    private boolean shownWithIt;

    private SortedSet<Integer> suspects = new TreeSet<>();
    private final SortedSet<Integer> offered = new TreeSet<>();
    private long closedScanned = -1;
    private Optional<Duration> heldBackSince = Optional.empty();

    /** The instance that this process leads as; empty while it does not. */
    private Optional<String> ledAs = Optional.empty();

    /** The members of the last epoch that was seen. */
    private List<String> lastMembers = List.of();

    Leadership(JobMachine job, Items items) {
        this.job = job;
        this.items = items;
        chores = new Chores(job);
    }

    boolean isLeader() {
        return job.view
                .leader()
                .filter(node -> node.owner() == job.session && node.text().equals(job.instance.jobInstanceId()))
                .isPresent();
    }

    void scanAgain() {
        scannedSessions = Set.of();
        chores.showAgain();
    }

    SortedSet<Integer> wantedItems() {
        Optional<Epoch> epoch = job.view.epoch();
        if (!isLeader() || epoch.isEmpty()) {
            return new TreeSet<>();
        }
        if (!job.view.isMemberListFresh()
                && seesLosses(epoch.get())
                && epoch.get().total() <= READ_WITH_MEMBERS) {
            readWithMembers = true;
            job.view.itemsStale(all(epoch.get()));
        }
        return scanning || readWithMembers || !epoch.get().open() ? all(epoch.get()) : suspects;
    }

    private static SortedSet<Integer> all(Epoch epoch) {
        SortedSet<Integer> all = new TreeSet<>();
        for (int item = 0; item < epoch.total(); item++) {
            all.add(item);
        }
        return all;
    }

    /** Whether it matters who takes part: to the leader, and to whoever might become it. */
    boolean wantsMembers() {
        return isLeader() || job.view.mayHaveNoLeader();
    }

    boolean wantsTriggers() {
        return isLeader();
    }

    void lead() {
        publishLeadership();
        if (!isLeader()) {
            scannedSessions = Set.of();
            readWithMembers = false;
            closedScanned = -1;
            chores.forget();
            job.watch(job.tree.trigger(job.instance.jobInstanceId()));
            tryToLead();
            return;
        }
        if (UNACKNOWLEDGED_EPOCH_IS_PUBLISHED.holds()) {
            job.view.epoch().ifPresent(this::seeEpoch);
        }
        vacantSince = Optional.empty();
        // What all are asked for, and so what we are.
        job.watchTree(job.tree.triggers());
        if (!job.isFree(Slot.MEMBER) || job.view.epochNode().isEmpty()) {
            return;
        }
        seeWhetherRunsAreLost();
        if (!shareOut() && !offerLostRuns() && !moveTriggersToOwners()) {
            chores.tidy();
        }
    }

    private void publishLeadership() {
        Optional<String> leadsAs = isLeader() ? Optional.of(job.instance.jobInstanceId()) : Optional.empty();
        if (!leadsAs.equals(ledAs)) {
            ledAs = leadsAs;
            leadsAs.ifPresent(
                    id -> job.effects.publish(new JobEvent.BecameLeader(job.jobName(), job.effects.now(), id)));
        }
    }

    // ---- election ----

    private void tryToLead() {
        if (job.view.leader().isPresent()) {
            vacantSince = Optional.empty();
            return;
        }
        Duration elapsed = job.effects.elapsed();
        if (vacantSince.isEmpty()) {
            vacantSince = Optional.of(elapsed);
            electionJitter = Duration.ofMillis(
                    job.effects.random().nextLong(job.settings.electionDelay().toMillis() + 1));
        }
        Duration earliest = isOldest()
                ? Duration.ZERO
                : vacantSince.get().plus(job.settings.electionDelay()).plus(electionJitter);
        if (elapsed.compareTo(earliest) < 0) {
            job.wakeAt(earliest);
        } else if (job.isFree(Slot.MEMBER)) {
            String id = job.instance.jobInstanceId();
            job.commit(
                    Slot.MEMBER,
                    "lead",
                    Transaction.builder()
                            .checkExists(job.tree.config())
                            .checkExists(job.tree.instance(id))
                            .create(job.tree.leaderInstance(), id, Mode.BOUND)
                            .build(),
                    result -> {});
        }
    }

    private boolean isOldest() {
        return job.view.instances().stream()
                .filter(node -> JobView.isOurs(JobView.name(node)))
                .min(Comparator.comparingLong(Node::created))
                .filter(node -> JobView.name(node).equals(job.instance.jobInstanceId()))
                .isPresent();
    }

    // ---- sharing out ----

    /** Whether something was done about the epoch, or is being waited for. */
    private boolean shareOut() {
        Optional<Epoch> epoch = job.view.epoch();
        int total = job.config.getShardingTotalCount();
        if (TOTAL_CHANGES_IN_CLOSED_EPOCH.holds()
                && epoch.isPresent()
                && (epoch.get().total() != total || switchesMonitoringOn(epoch.get()))) {
            if (epoch.get().open()) {
                publish("close the epoch", epoch.get().closed(job.effects.nonce()), epoch);
                return true;
            }
            if (CLOSED_EPOCH_WAITS_FOR_RUNS.holds()
                    && (!isAcknowledgedByAll(epoch.get()) || isAnyRunning(epoch.get()))) {
                return true;
            }
        }
        List<JobInstance> eligible = eligible();
        String fingerprint = fingerprint(eligible, total);
        boolean wished = job.view.exists(job.tree.necessary()) || job.view.exists(job.tree.processing());
        boolean sameInputs = epoch.isPresent() && epoch.get().fingerprint().equals(fingerprint);
        if (sameInputs
                && (epoch.get().open() || !EPOCH_REOPENS_WHEN_TOTAL_IS_SET_BACK.holds())
                && !scheduleChanged(epoch.get())
                && !wished
                && (!FUTURE_EPOCH_IS_REPLACED.holds() || isPlausible(epoch.get()))) {
            seenFingerprint = fingerprint;
            forgetTheAnswer();
            return false;
        }
        if (!sameInputs && waitForMoreToJoin(epoch, fingerprint, eligible)) {
            return true;
        }
        Optional<int[]> owners = owners(epoch, eligible, fingerprint, total, sameInputs);
        if (owners.isPresent() && !scanning && itemNodesAreThere(epoch, total)) {
            publish("publish an epoch", next(epoch, eligible, fingerprint, owners.get()), epoch);
        }
        return true;
    }

    private List<JobInstance> eligible() {
        if (eligibleAsOf != job.view.memberChanges()) {
            eligibleAsOf = job.view.memberChanges();
            eligible = findEligible();
        }
        return eligible;
    }

    private List<JobInstance> findEligible() {
        return job.view.instances().stream()
                .map(node -> InstanceIdentity.parse(JobView.name(node)))
                .flatMap(Optional::stream)
                .filter(InstanceIdentity::isOurs)
                .map(InstanceIdentity::toJobInstance)
                .filter(instance -> job.view.isServerEnabled(instance.serverIp()))
                .sorted()
                .toList();
    }

    private String strategyType() {
        String type = job.config.getJobShardingStrategyType();
        return type.isEmpty() ? dev.elasticjob.api.JobConfiguration.DEFAULT_SHARDING_STRATEGY_TYPE : type;
    }

    private String fingerprint(List<JobInstance> eligible, int total) {
        String settings = total + " " + strategyType() + " " + job.config.isStaticSharding() + " ";
        if (eligible != fingerprintOf || !settings.equals(fingerprintFor)) {
            fingerprintOf = eligible;
            fingerprintFor = settings;
            fingerprint = hash(
                    settings + eligible.stream().map(JobInstance::jobInstanceId).toList());
        }
        return fingerprint;
    }

    /** Two that have nothing to do with each other, and that a JVM works out at once: this runs when an instance is lost. */
    private static String hash(String inputs) {
        CRC32 sum = new CRC32();
        sum.update(inputs.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue() << 32 | Integer.toUnsignedLong(inputs.hashCode()));
    }

    private boolean scheduleChanged(Epoch epoch) {
        return !epoch.cron().equals(job.config.getCron())
                || !epoch.timeZone().equals(job.config.getTimeZone())
                || epoch.monitorExecution() != job.config.isMonitorExecution();
    }

    /** Whether the epoch counts fires from a time that has come; else no fire would be owed until then. */
    private boolean isPlausible(Epoch epoch) {
        if (!job.isImplausible(epoch.since())) {
            return true;
        }
        job.report(
                "epoch",
                "The epoch counts fires only after " + epoch.since()
                        + ", which lies in the future. It is replaced by one that counts them from now on");
        return false;
    }

    /** A loss is made good at once; those who join in one moment are served together. */
    private boolean waitForMoreToJoin(Optional<Epoch> epoch, String fingerprint, List<JobInstance> eligible) {
        Duration elapsed = job.effects.elapsed();
        if (!fingerprint.equals(seenFingerprint)) {
            seenFingerprint = fingerprint;
            fingerprintSeenAt = elapsed;
        }
        if (epoch.isEmpty()
                || epoch.get().members().isEmpty()
                || !eligible.stream()
                        .map(JobInstance::jobInstanceId)
                        .toList()
                        .containsAll(epoch.get().members())) {
            return false;
        }
        Duration until = fingerprintSeenAt.plus(job.settings.joinQuiet());
        if (elapsed.compareTo(until) < 0) {
            job.wakeAt(until);
            return true;
        }
        return false;
    }

    /** The owners; empty while the strategy thinks. */
    private Optional<int[]> owners(
            Optional<Epoch> epoch, List<JobInstance> eligible, String fingerprint, int total, boolean sameInputs) {
        List<String> members = eligible.stream().map(JobInstance::jobInstanceId).toList();
        if (sameInputs) {
            return Optional.of(epoch.get().owners());
        }
        if (eligible.isEmpty()) {
            return Optional.of(Assignment.nobody(total));
        }
        if (!answeredFingerprint.equals(fingerprint)) {
            if (!askedFingerprint.equals(fingerprint)) {
                askedFingerprint = fingerprint;
                askedMembers = members;
                askedTotal = total;
                job.effects.askStrategy(fingerprint, strategyType(), eligible, total);
            }
            if (!answeredFingerprint.equals(fingerprint)) {
                return Optional.empty();
            }
        }
        int[] wished = answer.map(given -> Assignment.from(given, members, total))
                .orElseGet(() -> Assignment.keeping(epoch, members, total));
        boolean isStatic = job.config.isStaticSharding() && STATIC_SHARDING_KEEPS_OWNERS.holds();
        return Optional.of(isStatic ? Assignment.fixed(epoch, wished, members) : wished);
    }

    void strategyAnswered(String fingerprint, Optional<Map<JobInstance, List<Integer>>> given, String problem) {
        if (!fingerprint.equals(askedFingerprint)) {
            return;
        }
        askedFingerprint = "";
        answeredFingerprint = fingerprint;
        // By what it was asked: what has changed since makes another question, not a wrong answer.
        Optional<String> wrong =
                given.isEmpty() ? Optional.of(problem) : Assignment.problemOf(given.get(), askedMembers, askedTotal);
        answer = wrong.isEmpty() ? given : Optional.empty();
        if (wrong.isPresent()) {
            job.report(
                    "strategy",
                    "The sharding strategy '" + strategyType() + "' returned an invalid assignment: " + wrong.get()
                            + ". Live owners keep their items, and the others are distributed evenly");
        } else {
            job.notReported("strategy");
        }
    }

    /** The epoch holds it. There is a leader for every job, and answers are large. */
    private void forgetTheAnswer() {
        answeredFingerprint = "";
        answer = Optional.empty();
        askedMembers = List.of();
    }

    private boolean switchesMonitoringOn(Epoch epoch) {
        return !epoch.monitorExecution() && job.config.isMonitorExecution();
    }

    /** Whether every member has marked its runs: see {@link LateMarks}. */
    private boolean isAcknowledgedByAll(Epoch closed) {
        return closed.monitorExecution()
                || !LEADER_WAITS_FOR_ACKNOWLEDGEMENTS.holds()
                || job.view.instances().stream()
                        .map(JobView::name)
                        .filter(JobView::isOurs)
                        .allMatch(id -> job.view.isAcknowledgedBy(id, closed));
    }

    /** Whether a run of the old total is still under way. */
    private boolean isAnyRunning(Epoch closed) {
        if (closedScanned != closed.number()) {
            closedScanned = closed.number();
            heldBackSince = Optional.of(job.effects.elapsed());
            if (MARKS_ARE_READ_AFTER_CLOSING.holds()) {
                job.view.itemsStale(all(closed));
                return true;
            }
        }
        for (int item = 0; item < closed.total(); item++) {
            Optional<String> busy = items.busy(item);
            if (busy.isPresent()) {
                if (CLOSED_EPOCH_WATCHES_RUNS.holds()) {
                    job.watch(busy.get());
                }
                reportWhatHoldsBack(item);
                return true;
            }
        }
        job.notReported("held back");
        return false;
    }

    private String changed() {
        int total = job.config.getShardingTotalCount();
        return job.view.epoch().filter(epoch -> epoch.total() == total).isPresent()
                ? "monitorExecution to true"
                : "shardingTotalCount to " + total;
    }

    private void reportWhatHoldsBack(int item) {
        Duration reportAt = heldBackSince.orElse(job.effects.elapsed()).plus(job.settings.heldBackReport());
        if (job.effects.elapsed().compareTo(reportAt) >= 0) {
            job.report(
                    "held back",
                    "The change of " + changed() + " waits for item " + item + ", which runs on "
                            + job.view
                                    .record(item)
                                    .run()
                                    .map(RunRecord.Run::instanceId)
                                    .orElse(""));
        } else {
            job.wakeAt(reportAt);
        }
    }

    private boolean itemNodesAreThere(Optional<Epoch> epoch, int total) {
        if (epoch.isPresent() && epoch.get().total() == total) {
            return true;
        }
        job.view.wantItemList(true);
        if (!job.view.isItemListFresh()) {
            return false;
        }
        List<Integer> missing = missingItems(total);
        int together = createdTogether(total, epoch);
        if (missing.size() <= together || !ITEM_CREATION_IS_SPLIT.holds()) {
            return true;
        }
        Transaction.Builder transaction = Transaction.builder().checkExists(job.tree.config());
        missing.stream().limit(together).forEach(item -> makeItem(transaction, item, epoch));
        job.commit(Slot.MEMBER, "make items", transaction.build(), result -> {});
        return false;
    }

    /** Returns how many items fit into one transaction, together with an epoch. */
    private int createdTogether(int total, Optional<Epoch> before) {
        Transaction.Builder one = Transaction.builder();
        makeItem(one, total, before);
        one.create(job.tree.owner(total), job.instance.jobInstanceId(), Mode.PERSISTENT);
        return Math.max(1, Math.min(CREATED_TOGETHER, job.roomFor(Slot.MEMBER) / 2 / one.bytes()));
    }

    private List<Integer> missingItems(int total) {
        SortedSet<Integer> there = job.view.itemNodes();
        List<Integer> missing = new ArrayList<>();
        for (int item = 0; item < total; item++) {
            if (!there.contains(item)) {
                missing.add(item);
            }
        }
        return missing;
    }

    /** An item that comes with a change of total owes nothing from before that change: it may have been there already. */
    private void makeItem(Transaction.Builder transaction, int item, Optional<Epoch> before) {
        String text = before.isEmpty()
                ? ""
                : RunRecord.since(job.view.config().orElseThrow().modifiedAt()).encode();
        transaction.create(job.tree.item(item), text, Mode.PERSISTENT);
    }

    private Epoch next(Optional<Epoch> before, List<JobInstance> eligible, String fingerprint, int[] owners) {
        boolean paused = eligible.isEmpty() && areAllServersDisabled();
        return new Epoch(
                before.map(Epoch::number).orElse(0L) + 1,
                true,
                fingerprint,
                eligible.stream().map(JobInstance::jobInstanceId).toList(),
                owners,
                job.config.getCron(),
                job.config.getTimeZone(),
                job.config.isMonitorExecution(),
                since(before, paused),
                paused,
                job.effects.nonce());
    }

    private boolean areAllServersDisabled() {
        return job.view.servers().stream().noneMatch(node -> job.view.isServerEnabled(JobView.name(node)));
    }

    private Instant since(Optional<Epoch> before, boolean paused) {
        if (before.isEmpty()) {
            return timeOf(job.view
                    .node(job.tree.instance(job.instance.jobInstanceId()))
                    .orElseThrow());
        }
        Instant since = isPlausible(before.get()) ? before.get().since() : job.now();
        if (scheduleChanged(before.get())) {
            since = later(since, timeOf(job.view.config().orElseThrow()));
        }
        if (before.get().paused() && !paused) {
            since = later(
                    since,
                    job.view.servers().stream()
                            .filter(node -> job.view.isServerEnabled(JobView.name(node)))
                            .map(this::timeOf)
                            .min(Comparator.naturalOrder())
                            .orElse(since));
        }
        return since;
    }

    /**
     * Returns when a node was modified. Where the registry's clock is ahead of this machine's by more than the tolerance,
     * this is the machine's time: otherwise fires would not count before the clock shows the registry's time.
     */
    private Instant timeOf(Node node) {
        Instant clock = job.effects.now();
        boolean isAhead = node.modifiedAt().isAfter(clock.plus(job.clockTolerance()));
        return isAhead ? clock : node.modifiedAt();
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private void publish(String what, Epoch next, Optional<Epoch> before) {
        published = Optional.of(next);
        shownWithIt = false;
        SortedSet<Integer> lost = before.filter(each -> next.open() && isTheSameWork(each, next))
                .map(each -> lostRunsOfOthers(next))
                .orElseGet(TreeSet::new);
        Node node = job.view.epochNode().orElseThrow();
        Transaction.Builder transaction = Transaction.builder();
        if (EPOCH_CHECKS_CONFIGURATION.holds()) {
            transaction.check(job.tree.config(), job.view.config().orElseThrow().version());
        }
        transaction.checkExists(job.tree.leaderInstance()).set(job.tree.epoch(), next.encode(), node.version());
        if (next.open() && before.map(Epoch::total).orElse(0) != next.total()) {
            List<Integer> missing = missingItems(next.total());
            missing.forEach(item -> {
                makeItem(transaction, item, before);
                transaction.create(job.tree.owner(item), next.owner(item).orElse(""), Mode.PERSISTENT);
            });
            shownWithIt = missing.size() == next.total();
        }
        if (next.open()) {
            for (String wish : List.of(job.tree.necessary(), job.tree.processing())) {
                job.view.node(wish).ifPresent(each -> transaction.delete(wish, each.version()));
            }
            before.ifPresent(each -> addTriggerMoves(transaction, each, next));
        }
        SortedSet<Integer> toOffer = addOffers(transaction, lost, next);
        job.commit(Slot.MEMBER, what, transaction.build(), result -> offered(toOffer, result));
    }

    /** Moves requests together with their items. Where they do not fit, they are moved after the epoch is published. */
    private void addTriggerMoves(Transaction.Builder transaction, Epoch before, Epoch next) {
        Transaction.Builder moves = Transaction.builder();
        if (REQUESTS_MOVE_WITH_ITEMS.holds()) {
            TriggerMoves.add(moves, job, before, next);
        }
        if (transaction.bytes() + moves.bytes() <= job.roomFor(Slot.MEMBER)) {
            transaction.addAll(moves);
        }
    }

    /** The lost runs that are to be offered: those that the next epoch gives to us are taken over at once, before it. */
    private SortedSet<Integer> lostRunsOfOthers(Epoch next) {
        SortedSet<Integer> lost = lostRuns(next);
        SortedSet<Integer> ours = new TreeSet<>(lost);
        ours.retainAll(next.itemsOf(job.instance.jobInstanceId()));
        if (items.takeOver(ours)) {
            lost.removeAll(ours);
        }
        return lost;
    }

    /** Whether what is owed and what may be repeated is the same in both. */
    private static boolean isTheSameWork(Epoch before, Epoch next) {
        return before.open()
                && before.total() == next.total()
                && before.cron().equals(next.cron())
                && before.timeZone().equals(next.timeZone())
                && before.monitorExecution()
                && next.monitorExecution()
                && before.since().equals(next.since());
    }

    /** An epoch is in force, whether we published it, unsure of the outcome maybe, or the leader before us did. */
    private void seeEpoch(Epoch epoch) {
        if (chores.hasSeen(epoch)) {
            return;
        }
        boolean ours =
                published.filter(each -> each.nonce().equals(epoch.nonce())).isPresent();
        published = Optional.empty();
        job.view.wantItemList(false);
        chores.see(epoch, ours, ours && shownWithIt);
        if (ours) {
            publishLostInstances(epoch);
        }
        lastMembers = epoch.members();
        if (ours && epoch.open()) {
            job.effects.publish(new JobEvent.Resharded(
                    job.jobName(), job.effects.now(), epoch.number(), epoch.total(), epoch.members()));
        }
    }

    /** Publishes the members of the epoch before that have no node any more. */
    private void publishLostInstances(Epoch epoch) {
        Set<String> live = job.view.instances().stream().map(JobView::name).collect(Collectors.toSet());
        lastMembers.stream()
                .filter(id -> !epoch.members().contains(id) && !live.contains(id))
                .forEach(id -> job.effects.publish(new JobEvent.InstanceLost(job.jobName(), job.effects.now(), id)));
    }

    /** What an instance was asked for after it had gone, or after its items had. */
    private boolean moveTriggersToOwners() {
        Optional<Epoch> epoch = job.view.epoch();
        if (epoch.isEmpty() || !epoch.get().open() || job.view.triggers().isEmpty()) {
            return false;
        }
        Transaction.Builder moves = Transaction.builder();
        if (REQUESTS_MOVE_WITH_ITEMS.holds()) {
            TriggerMoves.add(moves, job, epoch.get(), epoch.get());
        }
        if (moves.isEmpty()) {
            return false;
        }
        moves.check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        job.commit(Slot.MEMBER, "move requests to those who own the items", moves.build(), result -> {});
        return true;
    }

    // ---- orphans ----

    /**
     * When an instance has gone or leadership is new, all records are looked at: few were read with the list of members, many
     * are read while the strategy thinks. What was lost then is offered to its next owner together with the epoch that makes
     * it the owner.
     */
    private void seeWhetherRunsAreLost() {
        Optional<Epoch> epoch = job.view.epoch();
        if (epoch.isEmpty() || !seesLosses(epoch.get())) {
            suspects = new TreeSet<>();
            offered.clear();
            scannedSessions = Set.of();
            scanning = false;
            readWithMembers = false;
            return;
        }
        Set<Long> sessions = job.view.memberSessions();
        boolean mayBeLost = !sessions.equals(scannedSessions)
                && (scannedSessions.isEmpty() || !sessions.containsAll(scannedSessions));
        scannedSessions = sessions;
        if (scanning || mayBeLost && readWithMembers) {
            suspects.addAll(all(epoch.get()));
        }
        scanning = mayBeLost && !readWithMembers;
        readWithMembers = false;
        if (scanning) {
            job.view.itemsStale(all(epoch.get()));
        }
    }

    private boolean seesLosses(Epoch epoch) {
        return job.config.isFailover() && epoch.monitorExecution();
    }

    private boolean offerLostRuns() {
        Optional<Epoch> epoch = job.view.epoch();
        if (scanning || lookAgainAtWhatIsNoLongerOffered()) {
            return true;
        }
        SortedSet<Integer> lost = epoch.map(this::lostRuns).orElseGet(TreeSet::new);
        if (lost.isEmpty()) {
            return false;
        }
        Transaction.Builder transaction =
                Transaction.builder().checkExists(job.tree.config()).checkExists(job.tree.leaderInstance());
        SortedSet<Integer> toOffer = addOffers(transaction, lost, epoch.get());
        job.commit(Slot.MEMBER, "offer lost runs", transaction.build(), result -> offered(toOffer, result));
        return true;
    }

    /** An offer ends when the run is taken over; or somebody deleted it, and it must be made again. */
    private boolean lookAgainAtWhatIsNoLongerOffered() {
        SortedSet<Integer> gone = new TreeSet<>(offered);
        gone.removeIf(item -> job.view.exists(job.tree.failoverItem(item)));
        offered.removeAll(gone);
        suspects.addAll(gone);
        job.view.itemsStale(gone);
        return !gone.isEmpty();
    }

    /**
     * The lost runs that nobody has been offered. A run whose mark is still there belongs to somebody who leaves and lets it
     * end: its mark is watched.
     */
    private SortedSet<Integer> lostRuns(Epoch epoch) {
        Set<Long> sessions = job.view.memberSessions();
        SortedSet<Integer> lost = new TreeSet<>();
        for (int item : new TreeSet<>(suspects)) {
            RunRecord record = job.view.record(item);
            boolean isLost = record.isAbandoned()
                    || record.isStarted()
                            && !(LOST_RUN_HAS_NO_MEMBER_SESSION.holds()
                                    && sessions.contains(record.run().get().session()));
            if (!isLost || item >= epoch.total()) {
                suspects.remove(item);
            } else if (LOST_RUN_HAS_NO_MARK.holds() && job.view.running(item).isPresent()) {
                job.watch(job.tree.running(item));
            } else if (!job.view.exists(job.tree.failoverItem(item)) && items.mayBeTakenOver(item, epoch)) {
                lost.add(item);
            }
        }
        return lost;
    }

    /** @return those that fit into it; the others come next */
    private SortedSet<Integer> addOffers(Transaction.Builder transaction, SortedSet<Integer> lost, Epoch epoch) {
        SortedSet<Integer> added = new TreeSet<>();
        for (int item : lost) {
            if (transaction.bytes() > job.roomFor(Slot.MEMBER)) {
                break;
            }
            transaction.create(job.tree.failoverItem(item), epoch.owner(item).orElse(""), Mode.PERSISTENT);
            added.add(item);
        }
        return added;
    }

    private void offered(SortedSet<Integer> runs, CommitResult result) {
        if (result instanceof Committed) {
            suspects.removeAll(runs);
            offered.addAll(runs);
        }
    }
}
