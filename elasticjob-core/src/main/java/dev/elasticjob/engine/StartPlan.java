package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.DISABLED_ITEM_IS_NOT_RUN;
import static dev.elasticjob.engine.Rule.LOST_RUN_HAS_NO_MARK;
import static dev.elasticjob.engine.Rule.OWNER_WATCHES_RUN_ELSEWHERE;
import static dev.elasticjob.engine.Rule.RUN_HAS_TOTAL_OF_EPOCH;
import static dev.elasticjob.engine.Rule.SERVED_REQUEST_IS_SKIPPED;
import static dev.elasticjob.engine.Rule.START_CHECKS_EPOCH;
import static dev.elasticjob.engine.Rule.START_CHECKS_MEMBERSHIP;
import static dev.elasticjob.engine.Rule.START_CHECKS_SERVER;
import static dev.elasticjob.engine.Rule.START_IS_SPLIT;
import static dev.elasticjob.engine.Rule.UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.Items.Candidate;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * What an instance starts next. For each item an owed instant comes first, then a lost run to be taken over, then what
 * somebody asked for.
 */
final class StartPlan {

    /** An upper bound of the bytes that the start of an item takes, in addition to its paths. */
    private static final int START_BYTES = 700;

    private final JobMachine job;
    private final Items items;
    private final Requests requests;

    /** Without records, the last instant begun here, or the moment we became the owner. */
    private final Map<Integer, Instant> unmonitoredBase = new HashMap<>();

    private final Map<Integer, Instant> unmonitoredDue = new HashMap<>();

    /** When a record was noticed that names a fire in the future. */
    private final Map<Integer, Instant> implausibleSince = new HashMap<>();

    /** Instants that came while the item was disabled are not owed when it is enabled. */
    private final Map<Integer, Instant> skipped = new HashMap<>();

    /**
     * A finish adds a run that never began to the requests of this instance again. Starts leave the requests alone until
     * then, because they would conflict with it again and again.
     */
    private boolean requestsAreReturned;

    StartPlan(JobMachine job, Items items, Requests requests) {
        this.job = job;
        this.items = items;
        this.requests = requests;
    }

    void ownedNow(SortedSet<Integer> owned, Epoch epoch) {
        skipped.keySet().retainAll(owned);
        SortedSet<Integer> withoutRecords = epoch.monitorExecution() ? Collections.emptySortedSet() : owned;
        unmonitoredBase.keySet().retainAll(withoutRecords);
        unmonitoredDue.keySet().retainAll(withoutRecords);
        withoutRecords.forEach(item -> unmonitoredBase.putIfAbsent(item, job.now()));
    }

    // ---- what is owed ----

    Owed owed(int item, Epoch epoch) {
        Schedule schedule = job.schedule().orElseThrow();
        RunRecord record = epoch.monitorExecution() ? plausibleRecord(item) : RunRecord.NONE;
        Instant now = job.now();
        Optional<Instant> begun =
                epoch.monitorExecution() ? record.begun() : Optional.ofNullable(unmonitoredBase.get(item));
        Optional<Instant> due = epoch.monitorExecution() ? record.due() : Optional.ofNullable(unmonitoredDue.get(item));
        Instant since = epoch.since();
        Instant skip = skipped.get(item);
        since = skip != null && skip.isAfter(since) && !skip.isAfter(now) ? skip : since;
        return Owed.of(schedule, begun, due, since, now, job.config.isMisfire(), window());
    }

    private Duration window() {
        Duration twice = job.sessionTimeout.multipliedBy(2);
        Duration shortest = job.settings.catchUpWindow();
        return twice.compareTo(shortest) < 0 ? shortest : twice;
    }

    /**
     * Returns the record of an item, or, if it names fire times in the future, one that owes nothing from before that was
     * noticed. Otherwise the item would not run until then, or would run again for fires that it has completed. The next start
     * replaces the record.
     */
    RunRecord plausibleRecord(int item) {
        RunRecord record = job.view.record(item);
        Optional<Instant> future =
                record.begun().filter(job::isImplausible).or(() -> record.due().filter(job::isImplausible));
        if (future.isEmpty()) {
            implausibleSince.remove(item);
            return record;
        }
        job.report(
                "record " + item,
                "The run record of item " + item + " names a fire in the future, " + future.get()
                        + ". It is ignored, and replaced by the next run. Check the clocks of all machines");
        Instant begun = record.begun()
                .filter(at -> !job.isImplausible(at))
                .orElseGet(() -> implausibleSince.computeIfAbsent(item, key -> job.now()));
        return record.owingNothingBefore(begun);
    }

    /** Returns the latest fire that fell due while the job's code ran: not one that came before its end is recorded. */
    Optional<Instant> fellDueDuring(LocalRun run) {
        Optional<Epoch> epoch = job.view.epoch();
        RunRecord record = plausibleRecord(run.item);
        if (epoch.isEmpty()) {
            return Optional.empty();
        }
        Instant since = epoch.get().since();
        Instant base = record.begun().filter(since::isBefore).orElse(since);
        return job.schedule()
                .orElseThrow()
                .latest(base, job.now().minus(job.effects.elapsed().minus(run.endedAt)));
    }

    void unmonitoredEnded(LocalRun run) {
        job.schedule()
                .flatMap(schedule -> schedule.latest(unmonitoredBase.getOrDefault(run.item, Instant.MIN), job.now()))
                .ifPresent(due -> unmonitoredDue.put(run.item, due));
    }

    // ---- what to start ----

    void start(Epoch epoch, Map<Integer, Node> offered) {
        Map<Integer, Candidate> candidates = new TreeMap<>();
        Triggers wished = requests.wishes().ready(items.followUps());
        requestsAreReturned = job.runs.values().stream().anyMatch(Finishes::returnsRequest);
        Triggers asked = (requestsAreReturned ? Triggers.NONE : asked(epoch)).plus(wished);
        boolean clockIsWrong = clockIsWrong();
        for (int item : job.view.ownedBy(job.instance.jobInstanceId())) {
            if (!job.view.isItemFresh(item) || clockIsWrong) {
                continue;
            }
            if (!job.runs.containsKey(item)) {
                candidate(item, epoch, asked).ifPresent(each -> candidates.put(item, each));
            } else {
                // Where the application wants a run, nothing else is owed.
                wished.first(item).ifPresent(request -> candidates.put(item, asked(item, request)));
            }
        }
        if (epoch.monitorExecution()) {
            offered.forEach((item, entry) -> takeOver(item, entry, epoch, candidates));
        } else {
            // Nothing is failed over without monitoring.
            offered.values().stream().findFirst().ifPresent(this::removeOffer);
        }
        if (candidates.isEmpty()) {
            if (!requestsAreReturned) {
                requests.tidy(epoch, asked);
            }
        } else if (epoch.monitorExecution()) {
            commit(epoch, inOrder(candidates.values(), asked), asked);
        } else {
            runUnmonitored(epoch, candidates.values(), asked);
        }
    }

    /** Orders starts that may not fit into one transaction: fires first, then lost runs, then requests, the oldest first. */
    private static List<Candidate> inOrder(Collection<Candidate> candidates, Triggers asked) {
        List<String> requested =
                asked.requests().stream().map(Triggers.Request::runId).toList();
        List<Candidate> ordered = new ArrayList<>(candidates);
        ordered.sort(Comparator.comparingInt(candidate -> candidate.source() == RunSource.FAILOVER
                ? 0
                : isAsked(candidate) ? 1 + requested.indexOf(candidate.runId()) : -1));
        return ordered;
    }

    /** Whether so many items can be started at once: otherwise some may start, and the others be lost with the process. */
    boolean fitIntoOneTransaction(int items) {
        int each = START_BYTES + 3 * job.tree.items().length();
        return items <= job.roomFor(Slot.START) / each;
    }

    /** Whether nothing keeps an item of ours from a run that is asked for, or only the record of what has ended. */
    boolean isIdle(int item, Epoch epoch) {
        boolean ended = job.runs.containsKey(item) && job.runs.get(item).phase == LocalRun.Phase.ENDED;
        boolean lost = !ended && job.config.isFailover() && epoch.monitorExecution() && items.isLost(item);
        return items.mayStart(epoch)
                && job.clockProblem().isEmpty()
                && job.view.isItemFresh(item)
                && !job.view.isDisabled(item)
                && (ended || !job.runs.containsKey(item) && items.busy(item).isEmpty())
                && !lost
                && !owed(item, epoch).isRun();
    }

    private boolean clockIsWrong() {
        Optional<String> problem = job.clockProblem();
        problem.ifPresentOrElse(
                message -> job.report("time difference", message), () -> job.notReported("time difference"));
        return problem.isPresent();
    }

    /** What we are asked to run and have not run yet: what was asked for twice, for want of an answer, is run once. */
    private Triggers asked(Epoch epoch) {
        return TriggerChanges.askedOf(job, job.instance.jobInstanceId())
                .without((runId, item) -> SERVED_REQUEST_IS_SKIPPED.holds()
                        && UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED.holds()
                        && epoch.owns(job.instance.jobInstanceId(), item)
                        && job.view.isItemFresh(item)
                        && job.view.record(item).stateOf(runId).isPresent());
    }

    private Optional<Candidate> candidate(int item, Epoch epoch, Triggers asked) {
        Owed owed = owed(item, epoch);
        if (epoch.monitorExecution()) {
            items.watchIdle(item);
        }
        if (DISABLED_ITEM_IS_NOT_RUN.holds() && job.view.isDisabled(item)) {
            if (owed instanceof Owed.Due due) {
                skipped.put(item, due.at());
            }
            return Optional.empty();
        }
        Optional<Instant> at = Optional.empty();
        RunSource source = RunSource.NORMAL_TRIGGER;
        if (owed instanceof Owed.Due due) {
            at = Optional.of(due.at());
        } else if (owed instanceof Owed.MakeUp makeUp) {
            at = Optional.of(makeUp.at());
            source = RunSource.MISFIRE;
        } else if (owed instanceof Owed.Missed missed) {
            items.reportMissed(
                    item, missed.at(), "no instance could run it for more than " + window().toSeconds() + " s");
        }
        boolean lost = at.isEmpty()
                && job.config.isFailover()
                && epoch.monitorExecution()
                && items.isLost(item)
                && items.mayBeTakenOver(item, epoch);
        Optional<String> busy = epoch.monitorExecution() ? items.busy(item) : items.marked(item);
        if (busy.isPresent()) {
            // Also when nothing is owed: whoever runs it may take its start back, and then something is.
            if (OWNER_WATCHES_RUN_ELSEWHERE.holds()) {
                job.watch(busy.get());
            }
            return Optional.empty();
        }
        if (at.isEmpty() && !lost && asked.first(item).isEmpty()) {
            return Optional.empty();
        }
        if (at.isPresent()) {
            return Optional.of(new Candidate(item, "cron-" + at.get().toEpochMilli(), source, at, 1, Optional.empty()));
        }
        if (lost) {
            // The owner needs no offer.
            return Optional.of(again(item, job.view.node(job.tree.failoverItem(item))));
        }
        return asked.first(item).map(request -> asked(item, request));
    }

    private static Candidate asked(int item, Triggers.Request request) {
        return new Candidate(item, request.runId(), request.source(), Optional.empty(), 1, Optional.empty());
    }

    private void takeOver(int item, Node entry, Epoch epoch, Map<Integer, Candidate> candidates) {
        if (candidates.containsKey(item) || job.runs.containsKey(item) || !job.view.isItemFresh(item)) {
            return;
        }
        if (item >= epoch.total() || !items.isLost(item) || !items.isWorthRepeating(item, epoch)) {
            boolean mayStillEnd = job.view.running(item).isPresent();
            if (mayStillEnd) {
                job.watch(job.tree.running(item));
            } else {
                removeOffer(entry);
            }
            return;
        }
        if (!job.config.isFailover() || !items.mayBeTakenOver(item, epoch) || !items.isOurTurn(item, entry)) {
            return;
        }
        candidates.put(item, again(item, Optional.of(entry)));
    }

    private void removeOffer(Node entry) {
        if (job.isFree(Slot.MEMBER)) {
            job.commit(
                    Slot.MEMBER,
                    "remove an obsolete failover entry",
                    Transaction.builder().delete(entry.path(), entry.version()).build(),
                    result -> {});
        }
    }

    /** Takes over these lost runs, which nobody was offered. */
    void takeOver(Epoch epoch, SortedSet<Integer> lost) {
        commit(epoch, lost.stream().map(item -> again(item, Optional.empty())).toList(), Triggers.NONE);
    }

    private Candidate again(int item, Optional<Node> entry) {
        RunRecord.Run lost = job.view.record(item).run().orElseThrow();
        return new Candidate(item, lost.id(), RunSource.FAILOVER, lost.scheduledAt(), lost.attempt() + 1, entry);
    }

    // ---- how to start ----

    /** All in one transaction, or in a few that are sent one behind the other. */
    private void commit(Epoch epoch, Collection<Candidate> candidates, Triggers asked) {
        Map<Integer, String> taken = new HashMap<>();
        int room = job.roomFor(Slot.START) - Triggers.largestEncoding(asked);
        Transaction.Builder transaction = checks();
        List<LocalRun> started = new ArrayList<>();
        for (Candidate candidate : candidates) {
            Optional<LocalRun> last = Optional.ofNullable(job.runs.get(candidate.item()));
            LocalRun run = localRun(candidate, epoch, items.followUps().recordBefore(candidate.item(), last));
            run.follows = last;
            Transaction.Builder piece = Transaction.builder();
            addStart(piece, candidate, run);
            if (START_IS_SPLIT.holds() && !started.isEmpty() && transaction.bytes() + piece.bytes() > room) {
                if (send(transaction, started, asked.without(isIn(taken)))) {
                    // The requests are known again when that one has been answered.
                    return;
                }
                transaction = checks();
                started = new ArrayList<>();
            }
            transaction.addAll(piece);
            if (isAsked(candidate)) {
                taken.put(candidate.item(), candidate.runId());
            }
            started.add(run);
            job.runs.put(candidate.item(), run);
            requests.wishes().begins(run);
        }
        send(transaction, started, asked.without(isIn(taken)));
    }

    private static BiPredicate<String, Integer> isIn(Map<Integer, String> taken) {
        return (runId, item) -> runId.equals(taken.get(item));
    }

    private Transaction.Builder checks() {
        String server = job.tree.server(job.instance.serverIp());
        int serverVersion = job.view.node(server).orElseThrow().version();
        Transaction.Builder checks = Transaction.builder();
        if (START_CHECKS_EPOCH.holds()) {
            checks.check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        }
        checks.check(job.tree.config(), job.view.config().orElseThrow().version());
        if (START_CHECKS_MEMBERSHIP.holds()) {
            checks.checkExists(job.tree.instance(job.instance.jobInstanceId()));
        }
        return checks.check(server, START_CHECKS_SERVER.holds() ? serverVersion : Transaction.ANY_VERSION);
    }

    /** Whether it changes what we are asked to run. */
    private boolean send(Transaction.Builder transaction, List<LocalRun> started, Triggers left) {
        boolean changesRequests = addTrigger(transaction, left);
        job.commit(Slot.START, "start", transaction.build(), result -> {
            if (changesRequests && result instanceof Committed) {
                requests.areKnown();
            }
            items.started(started, result);
        });
        return changesRequests;
    }

    private static boolean isAsked(Candidate candidate) {
        return candidate.source() == RunSource.ONE_OFF || candidate.source() == RunSource.MANUAL_TRIGGER;
    }

    private LocalRun localRun(Candidate candidate, Epoch epoch, RunRecord before) {
        RunRecord.Run run = new RunRecord.Run(
                candidate.runId(),
                candidate.source(),
                candidate.scheduledAt(),
                candidate.attempt(),
                RUN_HAS_TOTAL_OF_EPOCH.holds() ? epoch.total() : job.config.getShardingTotalCount(),
                job.session,
                job.instance.jobInstanceId(),
                job.effects.nonce(),
                RunRecord.State.STARTED);
        return new LocalRun(
                candidate.item(), run, before, epoch.monitorExecution(), candidate.source() == RunSource.FAILOVER);
    }

    private void addStart(Transaction.Builder transaction, Candidate candidate, LocalRun run) {
        String text = run.before.started(run.run).encode();
        int item = candidate.item();
        String id = job.instance.jobInstanceId();
        Optional<Node> node = job.view.itemNode(item);
        if (node.isPresent()) {
            transaction.set(job.tree.item(item), text, node.get().version());
        } else {
            transaction.create(job.tree.item(item), text, Mode.PERSISTENT);
            String owner = job.view.epoch().flatMap(epoch -> epoch.owner(item)).orElse("");
            transaction.create(job.tree.owner(item), owner, Mode.PERSISTENT);
        }
        if (run.follows.isEmpty()) {
            if (!LOST_RUN_HAS_NO_MARK.holds() && job.view.running(item).isPresent()) {
                transaction.delete(job.tree.running(item), Transaction.ANY_VERSION);
            }
            transaction.create(job.tree.running(item), id, Mode.BOUND);
        }
        if (job.view.isMisfireShown(item)) {
            transaction.delete(job.tree.misfire(item), Transaction.ANY_VERSION);
        }
        if (candidate.source() == RunSource.FAILOVER) {
            transaction.create(job.tree.takenOver(item), id, Mode.BOUND);
        }
        candidate.entry().ifPresent(entry -> transaction.delete(entry.path(), entry.version()));
    }

    private boolean addTrigger(Transaction.Builder transaction, Triggers left) {
        Optional<Node> node = job.view.ownTrigger();
        if (node.isEmpty()
                || requestsAreReturned
                || requests.isForNothing()
                || !left.isEmpty() && left.encode().equals(node.get().text())) {
            return false;
        }
        Transaction.Builder change = Transaction.builder();
        if (left.isEmpty()) {
            change.delete(node.get().path(), node.get().version());
        } else {
            change.set(node.get().path(), left.encode(), node.get().version());
        }
        TriggerChanges.addOwn(change, transaction, job);
        return true;
    }

    /** Without records nothing is written, but a request is taken off first, or it would be run again and again. */
    private void runUnmonitored(Epoch epoch, Collection<Candidate> candidates, Triggers asked) {
        List<LocalRun> started = new ArrayList<>();
        Map<Integer, String> taken = new HashMap<>();
        for (Candidate candidate : candidates) {
            LocalRun run = localRun(candidate, epoch, RunRecord.NONE);
            job.runs.put(candidate.item(), run);
            candidate.scheduledAt().ifPresent(at -> {
                unmonitoredBase.put(candidate.item(), at);
                unmonitoredDue.remove(candidate.item());
            });
            if (isAsked(candidate)) {
                taken.put(candidate.item(), candidate.runId());
            }
            started.add(run);
        }
        Transaction.Builder transaction = Transaction.builder();
        if (taken.isEmpty() || !addTrigger(transaction, asked.without(isIn(taken)))) {
            begin(started);
            return;
        }
        job.commit(Slot.START, "take a request", transaction.build(), result -> {
            if (result instanceof Committed) {
                begin(started);
            } else {
                started.forEach(run -> job.runs.remove(run.item));
            }
        });
    }

    private void begin(List<LocalRun> started) {
        started.forEach(run -> run.begun(0));
        started.forEach(requests.wishes()::begun);
        together(started).forEach(group -> job.effects.run(group, job.config));
    }

    /** Runs of the same source and the same id are one task to listeners. */
    static Collection<List<LocalRun>> together(List<LocalRun> started) {
        Map<String, List<LocalRun>> groups = new LinkedHashMap<>();
        for (LocalRun run : started) {
            groups.computeIfAbsent(run.run.source() + " " + run.run.id(), key -> new ArrayList<>())
                    .add(run);
        }
        return groups.values();
    }
}
