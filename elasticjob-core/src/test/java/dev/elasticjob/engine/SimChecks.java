package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import dev.elasticjob.spi.JobInstance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What must hold: the design's invariants, at every step and at rest. */
final class SimChecks {

    /** An invariant does not hold. */
    static final class Violation extends RuntimeException {
        Violation(String message) {
            super(message);
        }
    }

    private static final Pattern GIVEN_UP = Pattern.compile("The outcome of (?:requesting|starting) run (\\S+)");

    /** So long may it take that a retry is recorded as begun, or as ended. */
    private static final long AROUND_RETRY = 2_000;

    private final SimWorld world;
    private final JobTree tree = new JobTree("job");
    private final List<SimProcess.Execution> executing = new ArrayList<>();
    private final Map<Integer, Long> highestToken = new HashMap<>();
    /** Items that have run for a request. */
    private final Set<String> served = new HashSet<>();
    /** The same, but for items whose records are gone, so that nothing is known of them. */
    private final Set<String> servedOnRecord = new HashSet<>();

    /** Runs that were requested from owners, with their number of items. */
    private final Map<String, Integer> asked = new TreeMap<>();

    /** What was sent and not answered. */
    private final List<Transaction> unanswered = new ArrayList<>();
    /** Runs of unknown outcome: what was sent for them was not answered. */
    private final Set<String> givenUp = new HashSet<>();

    private final Set<String> completed = new HashSet<>();
    /** When an item was begun for an instant. */
    private final Map<Integer, Map<Instant, Integer>> begun = new HashMap<>();

    private final Map<String, String> operatorsWord = new TreeMap<>();
    /** Items whose marks another program deleted: nothing shows that an instance that is no longer a member still runs them. */
    private final Set<Integer> unmarked = new HashSet<>();

    private final SimConfig configs = new SimConfig();
    private final SimRecordChecks records;
    /** Number of the commit that deleted records: nothing is guaranteed for runs that were started before. */
    private long deletedAt;

    private long epochNumber;

    /** How long before its time an instance with a wrong clock may run a fire: as long as an answer of the registry took. */
    static final Duration EARLIEST = Duration.ofSeconds(30);

    /** Whether fires are checked against the registry's time. */
    boolean fires;

    boolean operatorIsWriting;
    /** The latest that a wrong clock showed: what fell due by it has had its turn. */
    private Instant wrongClocks = Instant.MIN;

    /** Items were disabled or are there no longer, and what was asked of them need not be run. */
    boolean requestsMayBeDropped;
    /** Misfire is off, and all agree about what falls due. */
    boolean nothingIsMadeUpFor;

    /** Operators' triggers need not be run, nor reported. */
    boolean triggersMayBeDropped;

    /** Lost runs fail over throughout the history. */
    boolean failover;

    boolean strategyFails;
    /** Code that is deployed overwrites the configuration. */
    boolean configIsOverwritten;

    boolean clocksAreOff;
    /** Clocks of instances and the registry's clock: then nothing shows that a record is right. */
    boolean allClocksAreOff;

    /** Ids of runs that an operator requested. */
    private final Set<String> triggered = new HashSet<>();

    private final Set<String> messages = new HashSet<>();
    private Optional<Epoch> lastEpoch = Optional.empty();
    /** The epoch before, whatever an operator has written or deleted elsewhere. */
    private Optional<Epoch> previousEpoch = Optional.empty();

    private final Set<String> nonces = new HashSet<>();

    /** The registry's clock is changed, so that nothing shows what time it was when a retry was set. */
    boolean registryClockMoves;

    boolean configIsEdited;
    /** Retries wait for a time that the registry's clock showed when it was ahead, and requests wait for them. */
    boolean retriesMayWait;

    final SimRunControlChecks runControl;

    int runs;

    /** Everything that ever began. */
    final List<SimProcess.Execution> all = new ArrayList<>();

    SimChecks(SimWorld world) {
        this.world = world;
        records = new SimRecordChecks(world, tree, () -> failover);
        runControl = new SimRunControlChecks(world);
    }

    void clockWas(Instant time) {
        wrongClocks = time.isAfter(wrongClocks) ? time : wrongClocks;
    }

    void deleted(String path) {
        if (path.startsWith(tree.items() + "/")) {
            String item = path.substring(tree.items().length() + 1);
            servedOnRecord.removeIf(each -> each.startsWith(item + " "));
        }
    }

    /** An operator deletes nodes that instances depend on: nothing is guaranteed for what runs now, or was recorded there. */
    void treeDeleted(String path) {
        failover = false;
        if (path.equals(tree.items()) || path.equals(tree.epoch()) || path.equals(tree.job())) {
            executing.forEach(each -> each.tainted = true);
            deletedAt = world.tree.number() + 1;
        }
        forget(path);
    }

    /** The job is removed, and all instances learn it before another registers it again. */
    void jobRemoved() {
        forget(tree.job());
    }

    private void forget(String path) {
        if (path.equals(tree.items()) || path.equals(tree.epoch()) || path.equals(tree.job())) {
            completed.clear();
            servedOnRecord.clear();
            operatorsWord.clear();
            epochNumber = 0;
            previousEpoch = Optional.empty();
            records.forget();
        }
        operatorsWord.keySet().removeIf(each -> each.startsWith(path));
        runControl.forget();
        requestsMayBeDropped = true;
        triggersMayBeDropped = true;
        nothingIsMadeUpFor = false;
        lastEpoch = Optional.empty();
    }

    /** An operator writes what no instance does: nothing is guaranteed for what it replaced. */
    void invalidNodeWritten() {
        // The record of a run in progress may be overwritten, so that only its mark shows that the item is busy.
        executing.forEach(each -> each.tainted = true);
        requestsMayBeDropped = true;
        triggersMayBeDropped = true;
        nothingIsMadeUpFor = false;
        lastEpoch = Optional.empty();
        epochNumber = 0;
        records.forget();
        completed.clear();
        servedOnRecord.clear();
    }

    /** What was run for a future fire, while all clocks were ahead, is run again at its time. */
    void clocksAreCorrected() {
        long now = world.time().toEpochMilli();
        completed.removeIf(each -> Long.parseLong(each.substring(each.indexOf(' ') + 1)) > now);
    }

    void triggered(Node node) {
        triggered.add(RunRequests.operatorRunId(node.created()));
    }

    void begun(SimProcess.Execution execution) {
        runs++;
        all.add(execution);
        LocalRun run = execution.run;
        if (fires
                && run.run()
                        .scheduledAt()
                        .filter(world.time().plus(EARLIEST)::isBefore)
                        .isPresent()) {
            throw new Violation("2: item " + run.item() + " runs early for "
                    + run.run().scheduledAt().get());
        }
        boolean isTooLate = run.run().source() == RunSource.NORMAL_TRIGGER
                && run.tryNumber() == 1
                && run.run()
                        .scheduledAt()
                        .filter(at -> at.plus(world.settings.catchUpWindow())
                                .plusMillis(SimSession.TIMEOUT)
                                .isBefore(world.time()))
                        .isPresent();
        if (isTooLate && !clocksAreOff) {
            throw new Violation("2: item " + run.item() + " runs for "
                    + run.run().scheduledAt().get() + ", which was missed long ago");
        }
        if (run.isMonitored() && run.token() < deletedAt) {
            execution.tainted = true;
        } else if (run.isMonitored()) {
            checkAlone(execution);
            checkToken(run);
            run.run().scheduledAt().ifPresent(at -> {
                if (completed.contains(key(run.item(), at)) && !allClocksAreOff) {
                    throw new Violation("2: item " + run.item() + " runs again for " + at + ", which was completed");
                }
            });
            boolean askedFor = run.run().scheduledAt().isEmpty()
                    && run.run().source() != RunSource.FAILOVER
                    && run.tryNumber() == 1;
            if (askedFor) {
                served.add(run.item() + " " + run.run().id());
            }
            if (askedFor && !servedOnRecord.add(run.item() + " " + run.run().id())) {
                throw new Violation(
                        "2: item " + run.item() + " runs twice for " + run.run().id());
            }
            records.begun(execution);
            if (nothingIsMadeUpFor) {
                records.checkNotMadeUpFor(run);
            }
        }
        run.run()
                .scheduledAt()
                .filter(at -> run.tryNumber() == 1)
                .ifPresent(at -> begun.computeIfAbsent(run.item(), key -> new HashMap<>())
                        .merge(at, 1, Integer::sum));
        executing.add(execution);
    }

    private static String key(int item, Instant at) {
        return item + " " + at.toEpochMilli();
    }

    private void checkAlone(SimProcess.Execution execution) {
        LocalRun run = execution.run;
        for (SimProcess.Execution other : executing) {
            if (other.process() == execution.process() && other.run.item() == run.item()) {
                throw new Violation("1: item " + run.item() + " begins on " + execution.process().name
                        + " while earlier code of it runs there");
            }
            if (other.isLeftBehind() || other.tainted || other.run.token() > 0 && other.run.token() < deletedAt) {
                continue;
            }
            boolean mayBeUnknown = unmarked.contains(other.run.item()) || !other.run.isMonitored() && deletedAt > 0;
            if (mayBeUnknown && !takesPart(other.process())) {
                continue;
            }
            if (other.run.item() == run.item()) {
                throw new Violation("1: item " + run.item() + " begins on " + execution.process().name
                        + " while it runs on " + other.process().name);
            }
            if (other.run.run().total() != run.run().total()) {
                throw new Violation("7: item " + run.item() + " of " + run.run().total() + " begins while item "
                        + other.run.item() + " of " + other.run.run().total() + " runs");
            }
        }
    }

    private boolean takesPart(SimProcess process) {
        return world.tree.children(tree.instances()).stream()
                .anyMatch(id -> world.tree.node(tree.instance(id)).orElseThrow().owner() == process.session.id);
    }

    private void checkToken(LocalRun run) {
        Long before = highestToken.put(run.item(), run.token());
        if (before != null && before >= run.token()) {
            throw new Violation("1: the token of item " + run.item() + " is " + run.token() + " after " + before);
        }
    }

    /** Its code has ended without an interruption. */
    void returned(SimProcess.Execution execution) {
        records.returned(execution);
        ended(execution);
    }

    void ended(SimProcess.Execution execution) {
        executing.remove(execution);
        if (executing.stream().noneMatch(each -> each.run.item() == execution.run.item())) {
            unmarked.remove(execution.run.item());
        }
    }

    void asked(String runId, int total) {
        asked.put(runId, total);
    }

    /** Request nodes are deleted and created again, so that their versions repeat: only the version of their folder is unique. */
    static void checkThatRequestsAreGuarded(Transaction transaction) {
        String folder = new JobTree("job").triggers();
        boolean changes = transaction.ops().stream()
                .anyMatch(op -> op.path().startsWith(folder + "/") && !(op instanceof Transaction.Check));
        if (changes && transaction.ops().stream().noneMatch(op -> op.path().equals(folder))) {
            throw new Violation("2: a request is changed without a check of its folder");
        }
    }

    /**
     * What an instance writes depends on what it has read: a transaction that sets a node which others write too names the
     * version, a start checks the configuration, and an acknowledgement the epoch.
     */
    static void checkThatWritesAreConditional(Transaction transaction) {
        JobTree tree = new JobTree("job");
        boolean starts = false;
        boolean acknowledges = false;
        Set<String> versions = new HashSet<>();
        for (Transaction.Op op : transaction.ops()) {
            if (op instanceof Transaction.Set set
                    && set.version() == Transaction.ANY_VERSION
                    && isShared(tree, set.path())) {
                throw new Violation("1: " + set.path() + " is set whatever its version is");
            }
            if (op instanceof Transaction.Set set && set.version() != Transaction.ANY_VERSION
                    || op instanceof Transaction.Check check && check.version() != Transaction.ANY_VERSION) {
                versions.add(op.path());
            }
            starts |= op instanceof Transaction.Create create
                    && create.path().endsWith("/" + ItemNode.RUNNING)
                    && transaction.ops().stream()
                            .anyMatch(each -> each.path().equals(tree.item(itemOf(create.path()))));
            acknowledges |= op.path().startsWith(tree.acknowledgements() + "/");
        }
        boolean joins = transaction.ops().stream()
                .anyMatch(op -> op instanceof Transaction.Create
                        && JobTree.parent(op.path()).equals(tree.instances()));
        boolean registers = transaction.ops().stream()
                .anyMatch(op -> op instanceof Transaction.Create && op.path().equals(tree.config()));
        if (joins && !registers && !versions.contains(tree.config())) {
            throw new Violation("5: a join does not check the configuration");
        }
        if (starts && !versions.contains(tree.config())) {
            throw new Violation("5: a start does not check the configuration");
        }
        if (acknowledges && !versions.contains(tree.epoch())) {
            throw new Violation("7: an acknowledgement does not check the epoch");
        }
    }

    private static boolean isShared(JobTree tree, String path) {
        return path.equals(tree.epoch())
                || path.equals(tree.config())
                || JobTree.parent(path).equals(tree.items())
                || JobTree.parent(path).equals(tree.servers());
    }

    private static int itemOf(String mark) {
        String item = JobTree.parent(mark);
        return Integer.parseInt(item.substring(item.lastIndexOf('/') + 1));
    }

    void outcomeUnknown(Transaction transaction) {
        unanswered.add(transaction);
    }

    void reported(String message) {
        messages.add(message);
        runControl.reported(message);
        Matcher matcher = GIVEN_UP.matcher(message);
        if (matcher.lookingAt()) {
            String runId = matcher.group(1);
            if (unanswered.stream().noneMatch(each -> writes(each, runId))) {
                throw new Violation("3: run " + runId + " is given up, and all that was sent for it was answered");
            }
            givenUp.add(runId);
        }
    }

    private static boolean writes(Transaction transaction, String text) {
        return transaction.ops().stream()
                .map(op -> op instanceof Transaction.Set set
                        ? set.data()
                        : op instanceof Transaction.Create create ? create.data() : new byte[0])
                .anyMatch(data -> new String(data, StandardCharsets.UTF_8).contains(text));
    }

    private void checkThatRequestsWereServed() {
        asked.keySet().removeAll(givenUp);
        asked.forEach((runId, total) -> {
            for (int item = 0; item < total; item++) {
                // A start that was lost with its instance may have been overtaken by a later instant.
                if (!served.contains(item + " " + runId) && !records.wasStarted(item, runId)) {
                    throw new Violation("3: item " + item + " was requested in run " + runId + " and never ran for it");
                }
            }
        });
    }

    void markDeleted(int item) {
        unmarked.add(item);
    }

    // ---- what is written ----

    void operatorSaid(String path, String text) {
        if (!configIsOverwritten || !path.equals(tree.config())) {
            operatorsWord.put(path, text);
        }
        records.operatorSaid(path);
    }

    void forgetOperatorsWord(String path) {
        operatorsWord.remove(path);
    }

    void changed(String path) {
        Optional<Node> node = world.tree.node(path);
        String word = operatorsWord.get(path);
        boolean isUnusedServer = JobTree.ENABLED.equals(word) && node.isEmpty();
        if (isUnusedServer) {
            operatorsWord.remove(path);
        }
        if (word != null
                && !operatorIsWriting
                && !isUnusedServer
                && !node.map(Node::text).orElse("").equals(word)) {
            throw new Violation("5: an instance changed " + path + " from what the operator set, " + word + ", to "
                    + node.map(Node::text).orElse("nothing"));
        }
        if (path.equals(tree.epoch())) {
            node.flatMap(each -> Epoch.decode(each.text())).ifPresent(this::checkEpoch);
        }
        if (path.startsWith(tree.items() + "/")
                && path.indexOf('/', tree.items().length() + 1) < 0) {
            int item = Integer.parseInt(path.substring(tree.items().length() + 1));
            RunRecord record = node.map(each -> RunRecord.decode(each.text())).orElse(RunRecord.NONE);
            records.endedByTheNext(item, record).ifPresent(at -> completed.add(key(item, at)));
            records.changed(item, record);
            if (clocksAreOff && node.isEmpty()) {
                // Made again, it owes nothing from before; but a clock that is ahead takes what it has run for what is
                // due.
                completed.removeIf(each -> each.startsWith(item + " "));
            }
            if (SimRunControlChecks.isCompleted(record)) {
                record.run().orElseThrow().scheduledAt().ifPresent(at -> completed.add(key(item, at)));
            }
        }
    }

    private void checkEpoch(Epoch epoch) {
        if (epoch.number() <= epochNumber) {
            throw new Violation("1: epoch " + epochNumber + " is followed by " + epoch);
        }
        epochNumber = epoch.number();
        if (!operatorIsWriting) {
            checkEpochAgainstConfig(epoch);
            lastEpoch = Optional.of(epoch);
        }
        previousEpoch = Optional.of(epoch);
    }

    /** An open epoch is made for the configuration that is in force when it is published. */
    private void checkEpochAgainstConfig(Epoch epoch) {
        Optional<JobConfiguration> config = config();
        boolean movesOn = previousEpoch
                .filter(before -> before.members().equals(epoch.members())
                        && before.cron().equals(epoch.cron())
                        && before.total() == 1
                        && epoch.total() == 1)
                .isPresent();
        boolean isRestored = !nonces.add(epoch.nonce());
        if (config.isEmpty() || !epoch.open() || movesOn || isRestored) {
            return;
        }
        boolean agrees = config.get().getCron().equals(epoch.cron())
                && config.get().getTimeZone().equals(epoch.timeZone())
                && config.get().isMonitorExecution() == epoch.monitorExecution()
                && config.get().getShardingTotalCount() == epoch.total();
        if (!agrees) {
            throw new Violation("7: " + epoch + " is published, but the configuration is " + config.get());
        }
        if (config.get().isStaticSharding()) {
            lastEpoch.filter(before -> before.total() == epoch.total()).ifPresent(before -> checkFixed(before, epoch));
        }
    }

    private static void checkFixed(Epoch before, Epoch after) {
        for (int item = 0; item < after.total(); item++) {
            Optional<String> owner = before.owner(item);
            if (owner.isPresent() && after.members().contains(owner.get()) && !after.owns(owner.get(), item)) {
                throw new Violation("3: item " + item + " leaves " + owner.get() + " although sharding is static");
            }
        }
    }

    Optional<JobConfiguration> config() {
        try {
            return world.tree.node(tree.config()).map(node -> configs.read(node.path(), node.text()));
        } catch (IllegalArgumentException broken) {
            return Optional.empty();
        }
    }

    // ---- at rest ----

    /** All is well again, and has been for a while: what must be true then. */
    void atRest(List<SimProcess> processes, SimConfig text, Instant quietFrom, Instant quietTo) {
        List<SimProcess> up = processes.stream().filter(SimProcess::isUp).toList();
        if (up.isEmpty()) {
            return;
        }
        Optional<Node> config = world.tree.node(tree.config());
        if (config.isEmpty()) {
            throw new Violation("3: instances are up although the job was removed");
        }
        var settings = text.read(tree.config(), config.get().text());
        for (SimProcess process : up) {
            if (process.machine.phase() != Phase.JOINED) {
                throw new Violation("3: " + process.name + " is not a member: " + process.machine.phase());
            }
        }
        Node leader = world.tree.node(tree.leaderInstance()).orElseThrow(() -> new Violation("3: there is no leader"));
        if (up.stream().noneMatch(each -> each.session.id == leader.owner() && each.isInstance(leader.text()))) {
            throw new Violation("3: the leader " + leader.text() + " is not up");
        }
        Epoch epoch = world.tree
                .node(tree.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .orElseThrow(() -> new Violation("3: there is no epoch"));
        if (!epoch.open() || epoch.total() != settings.getShardingTotalCount()) {
            throw new Violation("3: the epoch is not what it should be: " + epoch);
        }
        for (SimProcess process : up) {
            if (world.lostHints == 0
                    && !epoch.members().contains(process.machine.state().id())) {
                throw new Violation("3: " + process.name + " is not a member of " + epoch);
            }
        }
        checkAssignment(epoch, settings);
        // Requests and fires arrive faster than a full read finds out who owns the item.
        boolean movesUnnoticed = world.lostHints > 0 && movesOn(epoch);
        List<Instant> due = due(settings.getCron(), settings.getTimeZone(), quietFrom, quietTo);
        for (int item = 0; item < epoch.total(); item++) {
            checkItemAtRest(epoch, item, up, settings.isFailover(), !due.isEmpty());
            if (!movesUnnoticed) {
                checkEveryInstantRan(item, due);
            }
        }
        if (movesUnnoticed) {
            return;
        }
        checkNothingIsLeftOver(settings.isFailover());
        if (!requestsMayBeDropped && !retriesMayWait && settings.isMonitorExecution()) {
            checkThatRequestsWereServed();
        }
        if (!triggersMayBeDropped && !retriesMayWait && settings.isMonitorExecution()) {
            checkThatTriggersWereServed();
        }
        if (!triggersMayBeDropped) {
            runControl.atRest();
        }
    }

    /** Whether the owner changes with every run. */
    private boolean movesOn(Epoch epoch) {
        return epoch.total() == 1
                && config().filter(each ->
                                each.getJobShardingStrategyType().equals(SingleShardingBalanceJobShardingStrategy.TYPE))
                        .isPresent();
    }

    private void checkAssignment(Epoch epoch, JobConfiguration settings) {
        if (strategyFails || settings.isStaticSharding() || movesOn(epoch)) {
            return;
        }
        List<JobInstance> members = epoch.members().stream()
                .map(id -> new JobInstance(id, id.substring(0, id.indexOf('@'))))
                .sorted()
                .toList();
        String type = settings.getJobShardingStrategyType();
        SimProcess.strategy(type).sharding(members, "job", epoch.total()).forEach((instance, items) -> {
            for (int item : items) {
                if (!epoch.owns(instance.jobInstanceId(), item)) {
                    throw new Violation("3: " + epoch + " is not what strategy " + type + " returns");
                }
            }
        });
    }

    private void checkThatTriggersWereServed() {
        for (String runId : triggered) {
            boolean served = this.served.stream().anyMatch(each -> each.endsWith(" " + runId))
                    || records.wasStarted(runId)
                    || givenUp.contains(runId);
            if (!served && messages.stream().noneMatch(each -> each.contains(runId))) {
                throw new Violation("3: an operator requested run " + runId + ", which neither ran nor was reported");
            }
        }
    }

    private void checkItemAtRest(Epoch epoch, int item, List<SimProcess> up, boolean failover, boolean fellDue) {
        boolean runsAgain = failover || fellDue;
        String owner = epoch.owner(item).orElse("");
        if (up.stream().noneMatch(each -> each.machine.state().id().equals(owner))) {
            throw new Violation("3: the owner of item " + item + " is '" + owner + "', which is not up");
        }
        String shown = world.tree.node(tree.owner(item)).map(Node::text).orElse("no owner");
        if (!shown.equals(owner) && !movesOn(epoch)) {
            throw new Violation("3: item " + item + " is owned by " + owner + ", but shown as owned by " + shown);
        }
        world.tree.node(tree.running(item)).ifPresent(mark -> {
            boolean real = up.stream()
                    .anyMatch(each -> each.session.id == mark.owner()
                            && each.machine.state().runs().has(item));
            if (!real) {
                throw new Violation("3: a stale mark of item " + item + " is left");
            }
        });
        RunRecord record = world.tree
                .node(tree.item(item))
                .map(node -> RunRecord.decode(node.text()))
                .orElse(RunRecord.NONE);
        boolean underWay =
                up.stream().anyMatch(each -> each.machine.state().runs().has(item));
        boolean repeatable = record.run()
                .map(run -> run.total() == epoch.total() && run.attempt() < world.settings.attempts())
                .orElse(false);
        if (record.isAbandoned() && !underWay && failover && repeatable && epoch.monitorExecution()) {
            throw new Violation("3: the last run of item " + item + " was abandoned and does not fail over");
        }
        if (record.isStarted() && !underWay && runsAgain && repeatable && epoch.monitorExecution()) {
            throw new Violation("3: the record of item " + item + " says started, but it is not running");
        }
    }

    /** What fell due when all was well, but for what a wrong clock has run before. */
    private List<Instant> due(String cron, String timeZone, Instant from, Instant to) {
        List<Instant> due = new ArrayList<>();
        if (!cron.isEmpty()) {
            Schedule schedule = Schedule.of(cron, timeZone);
            Optional<Instant> at = schedule.next(from.isAfter(wrongClocks) ? from : wrongClocks);
            while (at.isPresent() && at.get().isBefore(to)) {
                due.add(at.get());
                at = schedule.next(at.get());
            }
        }
        return due;
    }

    private void checkEveryInstantRan(int item, List<Instant> due) {
        for (Instant at : due) {
            int times = begun.getOrDefault(item, Map.of()).getOrDefault(at, 0);
            if (times != 1 && !(times == 0 && fellDueDuringRetry(item, at))) {
                throw new Violation("3: when all was well, item " + item + " ran " + times + " times for " + at);
            }
        }
    }

    /** A fire that falls due during a run is dropped or made up for together with later ones. */
    private boolean fellDueDuringRetry(int item, Instant at) {
        long due = Duration.between(SimWorld.BEGINNING, at).toMillis();
        return all.stream()
                .anyMatch(each -> each.run.item() == item
                        && each.run.tryNumber() > 1
                        && each.begunAt - AROUND_RETRY <= due
                        && each.endedAt + AROUND_RETRY >= due);
    }

    private void checkNothingIsLeftOver(boolean failover) {
        List<String> entries = world.tree.children(tree.failoverItems());
        if (failover && !entries.isEmpty()) {
            throw new Violation("3: lost runs still wait to be taken over: " + entries);
        }
        List<String> triggers = world.tree.children(tree.triggers());
        if (!triggers.isEmpty() && !retriesMayWait) {
            throw new Violation("3: requested runs still wait: " + triggers);
        }
    }
}
