package dev.elasticjob.engine;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.JobMachine.Phase;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.engine.LocalRun.Outcome;
import dev.elasticjob.identity.InstanceNode;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Starting and finishing items.
 *
 * <p>A start is one transaction for all items that begin together. It checks everything it relies on: the epoch, the
 * configuration, our membership, our server, and each record as it was seen; it writes the run into the record and makes the
 * mark. Only when it is known to have happened the job's code begins. A finish checks nothing but its own record: whatever
 * has changed meanwhile, what ran has run.
 */
final class Items {

    private final JobMachine job;
    private final StartPlan plan;
    private final Map<Integer, Instant> reportedMissed = new HashMap<>();
    private final Map<Integer, Duration> offeredSince = new HashMap<>();
    private final Map<Integer, Long> seenOffers = new HashMap<>();
    private final List<Triggers.Request> wishes = new ArrayList<>();
    private boolean movesOn;
    private long seenEpoch = -1;
    private long seenTrigger = -1;
    private Optional<Instant> readAheadFor = Optional.empty();

    Items(JobMachine job) {
        this.job = job;
        plan = new StartPlan(job, this);
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
        SortedSet<Integer> owned = epoch.get().itemsOf(job.instance.jobInstanceId());
        if (job.view.epochNode().orElseThrow().modified() != seenEpoch) {
            seenEpoch = job.view.epochNode().orElseThrow().modified();
            plan.ownedNow(owned);
            owned.stream().filter(item -> !isMadeWithTheEpoch(item)).forEach(job.view::itemStale);
        }
        long trigger = job.view.ownTrigger().map(Node::modified).orElse(-1L);
        if (trigger != seenTrigger) {
            seenTrigger = trigger;
            job.view.itemsStale(owned);
        }
        readAhead(epoch.get(), owned);
        wanted.addAll(owned);
        offered().keySet().forEach(wanted::add);
        return wanted;
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
        Instant now = job.effects.now();
        Optional<Instant> next = job.schedule().flatMap(schedule -> schedule.next(now));
        if (next.isPresent()) {
            Instant begin = next.get().minus(job.settings.readAhead());
            if (now.isBefore(begin)) {
                job.wakeAtInstant(begin);
            } else {
                if (!readAheadFor.equals(next)) {
                    readAheadFor = next;
                    job.view.itemsStale(owned);
                }
                job.wakeAtInstant(next.get());
            }
        }
    }

    private void wakeForNext() {
        job.schedule().flatMap(schedule -> schedule.next(job.effects.now())).ifPresent(job::wakeAtInstant);
    }

    /** The entries of runs that wait to be taken over. */
    private Map<Integer, Node> offered() {
        Map<Integer, Node> entries = new TreeMap<>();
        if (job.view.isServerEnabled(job.instance.serverIp())) {
            for (Node node : job.view.childNodes(job.tree.failoverItems())) {
                String name = JobView.name(node);
                if (name.chars().allMatch(Character::isDigit)) {
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

    void epochChanged() {
        readAheadFor = Optional.empty();
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
        askOwners();
        takeTriggerWord();
        moveOn();
        if (!job.isFree(Slot.START) || job.configIsBroken && !job.everJoined) {
            return;
        }
        Optional<Epoch> epoch = job.view.epoch();
        if (epoch.isEmpty() || !epoch.get().open() || !agrees(epoch.get())) {
            return;
        }
        if (!job.view.isServerEnabled(job.instance.serverIp())) {
            return;
        }
        plan.start(epoch.get(), offered());
    }

    /** Whether the epoch was made for the configuration in force; else its leader makes another. */
    private boolean agrees(Epoch epoch) {
        return epoch.total() == job.config.getShardingTotalCount()
                && epoch.cron().equals(job.config.getCron())
                && epoch.timeZone().equals(job.config.getTimeZone())
                && epoch.monitorExecution() == job.config.isMonitorExecution();
    }

    /** Whether the last run of an item, lost with its instance, may be run again, as far as the item itself goes. */
    boolean mayBeTakenOver(int item, Epoch epoch) {
        return epoch.open()
                && !job.view.isDisabled(item)
                && !job.runs.containsKey(item)
                && isWorthRepeating(item, epoch)
                && plan.owed(item, epoch) instanceof Owed.Nothing;
    }

    /** Whether a lost run could ever be taken over; if not, it is reported. */
    boolean isWorthRepeating(int item, Epoch epoch) {
        RunRecord.Run run = job.view.record(item).run().orElseThrow();
        if (run.total() != epoch.total()) {
            job.report(
                    "take over " + item,
                    "The run " + run.id() + " of item " + item + " was lost with " + run.instanceId()
                            + " and is not repeated: it was one of " + run.total() + " items, now there are "
                            + epoch.total());
            return false;
        }
        if (run.attempt() >= job.settings.attempts()) {
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
        if (job.view.running(item).isPresent()) {
            return Optional.of(job.tree.running(item));
        }
        RunRecord record = job.view.record(item);
        return record.isStarted() && isMemberSession(record.run().get().session())
                ? Optional.of(job.tree.item(item))
                : Optional.empty();
    }

    private boolean isMemberSession(long session) {
        return job.view.instances().stream().anyMatch(node -> node.owner() == session);
    }

    boolean isLost(int item) {
        RunRecord record = job.view.record(item);
        if (record.isAbandoned()) {
            return true;
        }
        return record.isStarted() && busy(item).isEmpty();
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
        for (LocalRun run : List.copyOf(job.runs.values())) {
            if (run.phase != LocalRun.Phase.STARTING || run.committing || !job.view.isItemFresh(run.item)) {
                continue;
            }
            RunRecord record = job.view.record(run.item);
            boolean landed = record.isStarted() && record.hasNonce(run.run.nonce());
            if (!landed) {
                job.runs.remove(run.item);
            } else if (isMarkedByUs(run.item)) {
                run.begun(job.view.itemNode(run.item).orElseThrow().modified());
                job.effects.run(List.of(run), job.config);
            } else if (job.view.running(run.item).isEmpty()) {
                // Its session is gone, and nothing of it ever ran: as if it had never been started.
                run.ended(Outcome.NEVER_BEGUN);
            }
        }
    }

    /** A commit of a start was answered. */
    void started(List<LocalRun> started, CommitResult result) {
        for (LocalRun run : started) {
            run.committing = false;
        }
        if (result instanceof Committed committed) {
            started.forEach(run -> run.begun(committed.number()));
            for (LocalRun run : started) {
                if (run.takenOver) {
                    offeredSince.remove(run.item);
                }
            }
            StartPlan.together(started).forEach(group -> job.effects.run(group, job.config));
        } else if (!(result instanceof Unknown)) {
            for (LocalRun run : started) {
                job.runs.remove(run.item);
                job.view.itemStale(run.item);
            }
        }
    }

    // ---- triggers of our own making ----

    void execute(String runId, RunSource source) {
        wishes.add(new Triggers.Request(runId, source, new TreeSet<>()));
    }

    /** A 2.x console wrote its word into our instance node: it becomes a request like any other. */
    private void takeTriggerWord() {
        Optional<Epoch> epoch = job.view.epoch();
        Optional<Node> own = job.view.node(job.tree.instance(job.instance.jobInstanceId()));
        boolean asked = own.isPresent() && own.get().text().strip().equals(JobTree.TRIGGER_WORD);
        if (!asked || epoch.isEmpty() || !epoch.get().open() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder()
                .set(
                        own.get().path(),
                        InstanceNode.encode(job.instance),
                        own.get().version());
        SortedSet<Integer> owned = epoch.get().itemsOf(job.instance.jobInstanceId());
        if (owned.isEmpty()) {
            job.report("trigger", "A run was asked for, but this instance has no item that may run");
        } else {
            String runId = "trigger-" + Long.toHexString(own.get().modified());
            addRequest(transaction, Triggers.of(runId, RunSource.MANUAL_TRIGGER, owned), epoch.get());
        }
        job.commit(Slot.MEMBER, "take a request from the instance node", transaction.build(), result -> {});
    }

    private void addRequest(Transaction.Builder transaction, Triggers request, Epoch epoch) {
        Optional<Node> node = job.view.ownTrigger();
        if (node.isEmpty()) {
            transaction.create(job.tree.trigger(job.instance.jobInstanceId()), request.encode(), Mode.PERSISTENT);
        } else {
            Triggers before = Triggers.decode(node.get().text())
                    .orElseGet(() -> TriggerMoves.all(node.get(), epoch.itemsOf(job.instance.jobInstanceId())));
            transaction.set(
                    node.get().path(), before.plus(request).encode(), node.get().version());
        }
    }

    /** SINGLE_SHARDING_BALANCE: after each run its only item goes on to the next instance. */
    private void moveOn() {
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

    boolean wantsTriggers() {
        return !wishes.isEmpty();
    }

    /** Asks the owner of every item for a run of it, in one transaction. */
    private void askOwners() {
        Optional<Epoch> epoch = job.view.epoch();
        if (wishes.isEmpty() || epoch.isEmpty() || !epoch.get().open() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        if (!job.view.areTriggersFresh()) {
            return;
        }
        Map<String, Triggers> asked = new TreeMap<>();
        List<Triggers.Request> taken = List.copyOf(wishes);
        for (Triggers.Request wish : taken) {
            for (int item = 0; item < epoch.get().total(); item++) {
                String owner = epoch.get().owner(item).orElse(job.instance.jobInstanceId());
                asked.merge(owner, Triggers.of(wish.runId(), wish.source(), Set.of(item)), Triggers::plus);
            }
        }
        Transaction.Builder transaction = Transaction.builder()
                .checkExists(job.tree.config())
                .check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        asked.forEach((owner, triggers) -> {
            Optional<Node> node = job.view.node(job.tree.trigger(owner));
            if (node.isEmpty()) {
                transaction.create(job.tree.trigger(owner), triggers.encode(), Mode.PERSISTENT);
            } else {
                Triggers before = Triggers.decode(node.get().text())
                        .orElseGet(
                                () -> TriggerMoves.all(node.get(), epoch.get().itemsOf(owner)));
                transaction.set(
                        job.tree.trigger(owner),
                        before.plus(triggers).encode(),
                        node.get().version());
            }
        });
        job.commit(Slot.MEMBER, "ask for a run", transaction.build(), result -> {
            if (result instanceof Committed) {
                wishes.removeAll(taken);
                taken.forEach(
                        wish -> job.effects.asked(wish.runId(), epoch.get().total()));
            }
        });
    }

    // ---- finish ----

    void ended(LocalRun run, Outcome outcome) {
        if (job.runs.get(run.item) != run) {
            return;
        }
        if (!run.monitored) {
            job.runs.remove(run.item);
            plan.unmonitoredEnded(run);
        } else if (outcome == Outcome.NEVER_BEGUN) {
            run.phase = LocalRun.Phase.STARTING;
            job.view.itemStale(run.item);
        } else {
            run.ended(run.interrupted && outcome != Outcome.RETURNED ? Outcome.INTERRUPTED : outcome);
        }
    }

    /** Records the ends of runs, all that have ended in one transaction. */
    void finish() {
        if (!job.isFree(Slot.FINISH)) {
            return;
        }
        if (job.phase == Phase.LEAVING) {
            giveUpStarts();
        }
        Transaction.Builder transaction = Transaction.builder();
        List<LocalRun> finished = new ArrayList<>();
        for (LocalRun run : List.copyOf(job.runs.values())) {
            if (run.phase == LocalRun.Phase.ENDED && !run.committing && job.view.isItemFresh(run.item)) {
                if (stillOurs(run)) {
                    addFinish(transaction, run);
                    finished.add(run);
                } else {
                    job.runs.remove(run.item);
                }
            }
        }
        if (finished.isEmpty()) {
            settleMarksWithoutRuns();
            return;
        }
        finished.forEach(run -> run.committing = true);
        job.commit(Slot.FINISH, "finish", transaction.build(), result -> {
            if (result instanceof CommitResult.Conflict conflict) {
                finished.stream()
                        .filter(run -> job.tree
                                .takenOver(run.item)
                                .equals(conflict.op().path()))
                        .forEach(run -> run.takenOverMarkIsGone = true);
            }
            for (LocalRun run : finished) {
                run.committing = false;
                if (result instanceof Committed) {
                    movesOn |= run.outcome == Outcome.RETURNED || run.outcome == Outcome.THREW;
                    job.runs.remove(run.item, run);
                } else {
                    job.view.itemStale(run.item);
                }
            }
        });
    }

    private void giveUpStarts() {
        for (LocalRun run : job.runs.values()) {
            if (run.phase == LocalRun.Phase.STARTING && !run.committing && job.view.isItemFresh(run.item)) {
                run.ended(Outcome.NEVER_BEGUN);
            }
        }
    }

    private boolean stillOurs(LocalRun run) {
        RunRecord record = job.view.record(run.item);
        if (record.isStarted() && record.hasNonce(run.run.nonce())) {
            return true;
        }
        if (!record.hasNonce(run.run.nonce()) && job.view.itemNode(run.item).isPresent()) {
            job.report(
                    "fenced " + run.item,
                    "The run " + run.run.id() + " of item " + run.item + " ended as " + run.outcome
                            + " after another had taken its place; what it wrote late can be told by its token "
                            + run.token);
        }
        return false;
    }

    private void addFinish(Transaction.Builder transaction, LocalRun run) {
        if (run.outcome == Outcome.NEVER_BEGUN) {
            transaction.set(job.tree.item(run.item), run.before.encode(), itemVersion(run.item));
            removeMarks(transaction, run);
            if (run.takenOver) {
                offer(transaction, run.item);
            } else if (run.run.scheduledAt().isEmpty()) {
                askAgain(transaction, run);
            }
            return;
        }
        RunRecord.State state =
                switch (run.outcome) {
                    case RETURNED -> RunRecord.State.DONE;
                    case THREW -> RunRecord.State.FAILED;
                    default -> RunRecord.State.ABANDONED;
                };
        RunRecord record = job.view.record(run.item);
        Optional<Instant> due = plan.fellDueDuring(record);
        transaction.set(
                job.tree.item(run.item), record.ended(state, due, run.token).encode(), itemVersion(run.item));
        removeMarks(transaction, run);
        if (state == RunRecord.State.ABANDONED && job.config.isFailover()) {
            offer(transaction, run.item);
        }
        if (due.isPresent() && job.config.isMisfire() && !job.view.isMisfireShown(run.item)) {
            transaction.create(job.tree.misfire(run.item), "", Mode.PERSISTENT);
        }
        due.ifPresent(at -> job.effects.publish(
                new JobEvent.Misfired(job.jobName(), job.effects.now(), run.item, at, job.config.isMisfire())));
    }

    private int itemVersion(int item) {
        return job.view.itemNode(item).orElseThrow().version();
    }

    private boolean isMarkedByUs(int item) {
        return job.view
                .running(item)
                .filter(node -> node.owner() == job.session)
                .isPresent();
    }

    private void removeMarks(Transaction.Builder transaction, LocalRun run) {
        boolean marked = isMarkedByUs(run.item);
        if (marked) {
            transaction.delete(job.tree.running(run.item), Transaction.ANY_VERSION);
        }
        if (marked && run.takenOver && !run.takenOverMarkIsGone) {
            transaction.delete(job.tree.takenOver(run.item), Transaction.ANY_VERSION);
        }
    }

    private void offer(Transaction.Builder transaction, int item) {
        if (!job.view.exists(job.tree.failoverItem(item))) {
            transaction.create(job.tree.failoverItem(item), "", Mode.PERSISTENT);
        }
    }

    private void askAgain(Transaction.Builder transaction, LocalRun run) {
        Triggers again = Triggers.of(run.run.id(), run.run.source(), Set.of(run.item));
        Optional<Node> node = job.view.ownTrigger();
        if (node.isEmpty()) {
            transaction.create(job.tree.trigger(job.instance.jobInstanceId()), again.encode(), Mode.PERSISTENT);
        } else {
            Triggers asked = Triggers.decode(node.get().text()).orElse(Triggers.NONE);
            transaction.set(
                    node.get().path(), again.plus(asked).encode(), node.get().version());
        }
    }

    /** A mark of our session that nothing here stands behind would keep its item from running for ever. */
    private void settleMarksWithoutRuns() {
        Transaction.Builder transaction = Transaction.builder();
        for (int item : wanted()) {
            if (job.runs.containsKey(item) || !job.view.isItemFresh(item)) {
                continue;
            }
            RunRecord record = job.view.record(item);
            if (record.isStarted() && record.run().get().session() == job.session) {
                transaction.set(
                        job.tree.item(item),
                        record.ended(RunRecord.State.ABANDONED, Optional.empty(), 0)
                                .encode(),
                        itemVersion(item));
            }
            if (isMarkedByUs(item)) {
                transaction.delete(job.tree.running(item), Transaction.ANY_VERSION);
            }
        }
        if (!transaction.isEmpty()) {
            job.commit(Slot.FINISH, "settle marks", transaction.build(), result -> {});
        }
    }
}
