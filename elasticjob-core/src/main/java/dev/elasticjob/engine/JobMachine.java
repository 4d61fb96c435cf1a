package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.EVERYTHING_IS_READ_AGAIN;
import static dev.elasticjob.engine.Rule.FIRES_FOLLOW_REGISTRY_CLOCK;
import static dev.elasticjob.engine.Rule.FUTURE_TIME_IS_IMPLAUSIBLE;
import static dev.elasticjob.engine.Rule.INVALID_NODES_ARE_DELETED;
import static dev.elasticjob.engine.Rule.LEASE_END_INTERRUPTS;
import static dev.elasticjob.engine.Rule.MISSING_NODES_ARE_RECREATED;
import static dev.elasticjob.engine.Rule.READ_AFTER_UNKNOWN_OUTCOME_IS_SYNCED;
import static dev.elasticjob.engine.Rule.READ_FOLLOWS_WATCH;
import static dev.elasticjob.engine.Rule.RECONNECT_READS_AGAIN;
import static dev.elasticjob.engine.Rule.SESSION_LOSS_INTERRUPTS;
import static dev.elasticjob.engine.Rule.WAITING_TO_JOIN_WATCHES;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One job on one instance: everything it decides. It has no threads, no clock and no I/O of its own, only {@link Effects};
 * whoever drives it makes one call at a time. So the same code runs in production and in the simulator.
 *
 * <p>It is level-triggered. Whatever happens, a hint, an answer, a timer, the end of a run, is taken down, and when
 * everything that came together is, {@link #settle()} makes it {@linkplain #look() look} at the whole of what it knows and
 * decide what to do next. What it knows is complete before it decides: {@link
 * JobView#plan()} is read first. So an event that is lost or late delays a decision and never prevents it.
 *
 * <p>It writes with conditional transactions only, decided at one time of each {@link Slot}: those of a slot are all answered
 * before it decides again. A conflict means that the view
 * was stale: what failed is read again and decided again. An unknown outcome makes everything stale, to be read with a sync;
 * what had been tried is recognised by its nonce.
 *
 * <p>The rules are in {@link Membership} (join, leave), {@link Leadership} (epochs, orphans), {@link Items} and {@link
 * StartPlan} (starts), {@link Finishes} and {@link Requests} (what somebody asks for).
 */
public final class JobMachine {

    /** What is committed together is decided together; those of different slots touch different nodes. */
    enum Slot {
        MEMBER,
        START,
        FINISH
    }

    enum Phase {
        /** There is no session. */
        APART,
        JOINING,
        JOINED,
        LEAVING,
        ENDED
    }

    /** Bytes of a transaction that are reserved for what it carries in addition to items; less where the limit is small. */
    private static final int RESERVED_BYTES = 20_000;

    /** A clock that is ahead of the registry's by less than this is not corrected: synchronised clocks differ by less. */
    static final Duration CLOCK_ACCURACY = Duration.ofMillis(500);

    /** A commit that conflicts this many times in a row is reported. */
    private static final int CONFLICTS_REPORTED = 20;

    /** How often the size limit of a slot's transactions is halved after a rejection. */
    private static final int MOST_HALVINGS = 6;

    /** How long a slot pauses when a transaction that cannot be split further was rejected. */
    private static final Duration REJECTED_PAUSE = Duration.ofMinutes(1);

    /** Clocks that differ by more than this, and by more than maxTimeDiffSeconds on top of it, are reported. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

    final JobTree tree;
    final JobView view;
    final Effects effects;
    final EngineSettings settings;
    final ConfigText configText;
    final JobConfiguration configInCode;
    final String jobClassName;

    Phase phase = Phase.APART;
    long session;
    Duration sessionTimeout = Duration.ZERO;
    int largestTransaction;
    boolean connected;
    boolean everJoined;
    JobInstance instance;
    JobConfiguration config;
    boolean configIsBroken;
    /** The registry's time of our last commit, and when that was by the time that only goes on: our clock may jump. */
    private Optional<Instant> registryToldTime = Optional.empty();

    private Duration registryToldAt = Duration.ZERO;

    /** Monotonic time at which the commit that returned {@link #registryToldTime} was sent. */
    private Duration registryAskedAt = Duration.ZERO;

    final NavigableMap<Integer, LocalRun> runs = new TreeMap<>();

    private final Membership membership;
    private final Leadership leadership;
    private final Items items;
    private final Requests requests;
    private final Finishes finishes;
    private final LateMarks lateMarks;
    private final InvalidNodes invalidNodes;
    private final Map<Slot, List<PendingCommit>> pending = new EnumMap<>(Slot.class);
    private final Map<Slot, Integer> failures = new EnumMap<>(Slot.class);
    private final Map<Slot, Duration> notBefore = new EnumMap<>(Slot.class);
    private final Map<Slot, Integer> halvings = new EnumMap<>(Slot.class);
    private final Map<String, String> reported = new HashMap<>();
    private final Set<String> watched = new HashSet<>();
    private Map<String, Watch.Scope> wantedWatches = new HashMap<>();
    private boolean watching;
    private boolean unsettled;
    private boolean reading;
    private boolean readSynced;
    private long readGeneration;
    private Duration readNotBefore = Duration.ZERO;
    private long parsedConfig = -1;
    private Set<Integer> toldToOwn = Set.of();
    private Duration reconcileAt = Duration.ZERO;
    private Optional<Duration> wake = Optional.empty();

    /** A commit that was not answered yet. */
    private static final class PendingCommit {
        final Transaction transaction;
        final Consumer<CommitResult> then;
        final Duration sentAt;
        private final Map<String, List<Hint>> heldBack = new HashMap<>();

        PendingCommit(Transaction transaction, Consumer<CommitResult> then, Duration sentAt) {
            this.transaction = transaction;
            this.then = then;
            this.sentAt = sentAt;
        }

        /** If it is about one of our changes; a join alone makes a dozen of them. */
        boolean holdsBack(Hint hint) {
            List<Hint> ofPath = heldBack.get(hint.path());
            if (ofPath == null && !changes(hint.path())) {
                return false;
            }
            heldBack.computeIfAbsent(hint.path(), path -> new ArrayList<>(1)).add(hint);
            return true;
        }

        private boolean changes(String path) {
            for (Transaction.Op op : transaction.ops()) {
                if (op.path().equals(path) && !(op instanceof Transaction.Check)) {
                    return true;
                }
            }
            return false;
        }

        /** Each of our changes makes one hint; what comes on top of that, another has changed. */
        List<Hint> hintsOfOthers(CommitResult result) {
            List<Hint> ofOthers = new ArrayList<>();
            for (List<Hint> ofPath : heldBack.values()) {
                if (!(result instanceof Committed) || ofPath.size() > 1) {
                    ofOthers.addAll(ofPath);
                }
            }
            return ofOthers;
        }
    }

    public JobMachine(
            JobConfiguration configInCode,
            String jobClassName,
            ConfigText configText,
            EngineSettings settings,
            Effects effects) {
        this.configInCode = configInCode;
        this.jobClassName = jobClassName;
        this.configText = configText;
        this.settings = settings;
        this.effects = effects;
        config = configInCode;
        tree = new JobTree(configInCode.getJobName());
        view = new JobView(tree);
        membership = new Membership(this);
        requests = new Requests(this);
        items = new Items(this, requests);
        finishes = new Finishes(this, items, requests.wishes());
        leadership = new Leadership(this, items);
        lateMarks = new LateMarks(this);
        invalidNodes = new InvalidNodes(this);
    }

    String jobName() {
        return configInCode.getJobName();
    }

    // ---- what happens: each of these is followed by settle() ----

    /** @param limit how large a transaction may be */
    public void sessionOpened(long newSession, Duration timeout, int limit) {
        session = newSession;
        largestTransaction = limit;
        sessionTimeout = timeout;
        connected = true;
        readNotBefore = Duration.ZERO;
        halvings.clear();
        everythingStale();
        if (phase == Phase.APART) {
            phase = Phase.JOINING;
        }
        unsettled = true;
    }

    public void suspended() {
        if (connected) {
            connected = false;
            effects.publish(new JobEvent.Suspended(jobName(), effects.now()));
        }
    }

    public void resumed() {
        if (!connected && session != 0) {
            connected = true;
            if (RECONNECT_READS_AGAIN.holds()) {
                everythingStale();
            }
            effects.publish(new JobEvent.Resumed(jobName(), effects.now()));
            unsettled = true;
        }
    }

    /** So little of the lease is left that another instance may soon run our items. */
    public void leaseEnding() {
        if (LEASE_END_INTERRUPTS.holds()) {
            interruptAll("the registry does not answer and the session may end");
        }
    }

    public void sessionLost() {
        if (session == 0) {
            return;
        }
        connected = false;
        session = 0;
        watched.clear();
        watching = false;
        if (SESSION_LOSS_INTERRUPTS.holds()) {
            interruptAll("the session was lost");
        }
        for (Slot slot : Slot.values()) {
            pending.getOrDefault(slot, List.of())
                    .forEach(each -> each.then.accept(new Unknown("the session was lost")));
            pending.remove(slot);
        }
        readGeneration++;
        reading = false;
        everythingStale();
        if (phase == Phase.JOINING || phase == Phase.JOINED) {
            phase = Phase.APART;
        } else if (phase == Phase.LEAVING) {
            membership.sessionLostWhileLeaving();
        }
    }

    public void hint(Hint hint) {
        if (!isOwnPendingChange(hint)) {
            view.hint(hint);
            unsettled = true;
        }
    }

    /** If the commit succeeds it was our own change, and the answer tells more than the hint does. */
    private boolean isOwnPendingChange(Hint hint) {
        if (hint.below()) {
            return false;
        }
        for (List<PendingCommit> slot : pending.values()) {
            for (PendingCommit each : slot) {
                if (each.holdsBack(hint)) {
                    return true;
                }
            }
        }
        return false;
    }

    public void runEnded(LocalRun run, LocalRun.Outcome outcome) {
        unsettled |= finishes.ended(run, outcome);
    }

    public void strategyAnswered(String fingerprint, Optional<Map<JobInstance, List<Integer>>> answer, String problem) {
        leadership.strategyAnswered(fingerprint, answer, problem);
        unsettled = true;
    }

    /** The application asks for a run of all items. */
    public void execute(String runId, dev.elasticjob.api.RunSource source) {
        requests.execute(runId, source);
        unsettled = true;
    }

    public void leave(Leave why) {
        membership.leave(why);
        unsettled = true;
    }

    /** The registry's time of day, as far as its last answer tells. */
    public Instant registryTime() {
        return registryToldTime
                .map(told -> told.plus(effects.elapsed().minus(registryToldAt)))
                .orElseGet(effects::now);
    }

    /**
     * Returns the time of day that decides which fires are due: this machine's clock, unless it is ahead of the registry's.
     * The registry read its clock no earlier than the commit was sent, so its time now is at most the returned bound.
     */
    Instant now() {
        Instant clock = effects.now();
        Optional<Instant> latest = latestRegistryTime();
        return FIRES_FOLLOW_REGISTRY_CLOCK.holds() && latest.isPresent() && clock.isAfter(latest.get())
                ? latest.get()
                : clock;
    }

    /**
     * Returns whether a time read from the registry lies in the future by this machine's clock and by the registry's. Only a
     * wrong clock or another program can have written it. A registry whose clock is set back makes nothing implausible.
     */
    boolean isImplausible(Instant time) {
        Instant registry = registryTime();
        Instant clock = effects.now();
        return FUTURE_TIME_IS_IMPLAUSIBLE.holds()
                && time.isAfter((clock.isAfter(registry) ? clock : registry).plus(clockTolerance()));
    }

    /** Returns by how much clocks may differ without a report. */
    Duration clockTolerance() {
        return CLOCK_TOLERANCE.plusSeconds(Math.max(0, config.getMaxTimeDiffSeconds()));
    }

    private void reportClockDifference() {
        Duration ahead = Duration.between(registryTime(), effects.now());
        if (ahead.abs().compareTo(clockTolerance()) <= 0) {
            notReported("clock");
        } else if (!reported.containsKey("clock")) {
            report(
                    "clock",
                    "The clock of this machine is " + ahead.abs().toSeconds() + " s "
                            + (ahead.isNegative()
                                    ? "behind the registry's; fires are late"
                                    : "ahead of the registry's; fires follow the registry's clock")
                            + ". Synchronize the clocks");
        }
    }

    /** Takes the time at which the registry applied a commit that was sent at this monotonic time. */
    void registryTimeIs(Instant time, Duration sentAt) {
        registryToldTime = Optional.of(time);
        registryToldAt = effects.elapsed();
        registryAskedAt = sentAt;
    }

    private Optional<Instant> latestRegistryTime() {
        return registryToldTime.map(
                told -> told.plus(effects.elapsed().minus(registryAskedAt)).plus(CLOCK_ACCURACY));
    }

    /**
     * Reads the registry's clock if this machine's clock is ahead of what the last commit returned, and a fire is due by the
     * one and not by the other: the registry's clock may have been corrected since.
     */
    private void readRegistryClock() {
        Instant clock = effects.now();
        Optional<Schedule> schedule = schedule();
        if (schedule.isEmpty() || !clock.isAfter(now())) {
            return;
        }
        Duration again = registryAskedAt.plus(settings.clockReading());
        boolean isDecisive = schedule.get().latest(now(), clock).isPresent();
        if (!isDecisive) {
            schedule.get()
                    .next(clock)
                    .ifPresent(next -> wakeAt(effects.elapsed().plus(Duration.between(clock, next))));
        } else if (effects.elapsed().compareTo(again) < 0) {
            wakeAt(again);
        } else if (isFree(Slot.MEMBER)) {
            view.node(tree.server(instance.serverIp()))
                    .ifPresent(server -> commit(
                            Slot.MEMBER,
                            "read the registry's clock",
                            Transaction.builder()
                                    .set(server.path(), server.data(), server.version())
                                    .build(),
                            result -> {}));
        }
    }

    /** What the registry's clock is ahead of ours; not known before the first commit. */
    Optional<Duration> clockOffset() {
        return registryToldTime.map(told -> Duration.between(effects.now(), registryTime()));
    }

    // ---- what to do ----

    /** To be called behind what happened, once for all that happened together: does what is to be done next, if anything. */
    public void settle() {
        if (unsettled) {
            look();
        }
    }

    /** Looks at everything and does what is to be done next. */
    public void look() {
        unsettled = false;
        if (phase == Phase.ENDED) {
            return;
        }
        wake = Optional.empty();
        if (phase == Phase.LEAVING) {
            membership.watchTheDrain();
        } else {
            reportWhatIgnoresInterruption();
        }
        if (connected && effects.elapsed().compareTo(readNotBefore) < 0) {
            wakeAt(readNotBefore);
        } else if (connected && !reading && phase != Phase.ENDED) {
            reconcileWhenDue();
            wantedWatches = new HashMap<>();
            wantWhatIsNeeded();
            Optional<ReadRequest> plan = view.plan();
            if (plan.isPresent()) {
                read(plan.get());
            } else {
                Phase before = phase;
                // Before anybody hears of a new epoch.
                tellWhatWeOwn();
                decide();
                if (phase != before) {
                    look();
                    return;
                }
                watchTheJob();
                watchWhatIsWanted();
                if (phase != Phase.ENDED && connected && !reading) {
                    // What was decided may want to know more.
                    wantWhatIsNeeded();
                    view.plan().ifPresent(this::read);
                }
            }
        }
        if (phase != Phase.ENDED) {
            wake.ifPresent(at -> effects.wakeAfter(max(Duration.ZERO, at.minus(effects.elapsed()))));
        }
    }

    private void decide() {
        refreshConfig();
        switch (phase) {
            case JOINING -> membership.join();
            case JOINED -> {
                if (membership.isStillThere()) {
                    if (MISSING_NODES_ARE_RECREATED.holds()) {
                        membership.recreateMissingNodes();
                    }
                    if (INVALID_NODES_ARE_DELETED.holds()) {
                        invalidNodes.delete();
                    }
                    readRegistryClock();
                    reportClockDifference();
                    leadership.lead();
                    finishes.moveOn();
                    requests.judge(items.plan());
                    items.start();
                    requests.pass();
                    lateMarks.create();
                    finishes.finish(items.wanted());
                }
            }
            case LEAVING -> {
                lateMarks.create();
                if (!lateMarks.areBeingCommitted()) {
                    membership.goOnLeaving();
                }
                finishes.finish(items.wanted());
            }
            default -> {}
        }
    }

    /** Its item is not started here as long as it goes on; elsewhere it may be, under a higher token. */
    private void reportWhatIgnoresInterruption() {
        for (LocalRun run : runs.values()) {
            if (run.interrupted && run.phase == LocalRun.Phase.RUNNING) {
                Duration reportAt = run.interruptedAt.plus(settings.drainInterrupted());
                if (effects.elapsed().compareTo(reportAt) < 0) {
                    wakeAt(reportAt);
                } else {
                    report(
                            "stubborn " + run.item,
                            "Item " + run.item + " has not ended "
                                    + settings.drainInterrupted().toSeconds()
                                    + " s after it was interrupted. This process does not start it again until it ends; "
                                    + "other instances may. Its late writes have token " + run.token);
                }
            }
        }
    }

    private void tellWhatWeOwn() {
        Set<Integer> owned = phase == Phase.JOINED
                        && view.isServerEnabled(instance.serverIp())
                        && view.epoch().filter(Epoch::open).isPresent()
                ? view.ownedBy(instance.jobInstanceId())
                : Set.of();
        if (!owned.equals(toldToOwn)) {
            toldToOwn = owned;
            effects.owns(owned);
        }
    }

    private void wantWhatIsNeeded() {
        TreeSet<Integer> wanted = new TreeSet<>(items.wanted());
        if (phase == Phase.JOINED) {
            wanted.addAll(leadership.wantedItems());
        }
        view.wantItems(wanted);
        view.wantMembers(phase != Phase.JOINED || leadership.wantsMembers() || items.wantMembers(wanted));
        view.wantTriggers(phase == Phase.JOINED && (leadership.wantsTriggers() || requests.wantsTriggers()));
    }

    private void refreshConfig() {
        Optional<Node> node = view.config();
        if (node.isPresent() && node.get().modified() != parsedConfig) {
            parsedConfig = node.get().modified();
            readConfig(node.get().text());
        }
        if (everJoined) {
            view.configIsRead();
        }
    }

    private void readConfig(String text) {
        try {
            config = configText.read(tree.config(), text);
            configIsBroken = false;
            notReported("config");
            effects.configured(config);
        } catch (IllegalArgumentException broken) {
            configIsBroken = true;
            report(
                    "config",
                    "The configuration in the registry cannot be used"
                            + (everJoined ? ", so the last good one stays in force: " : ", so the job does not join: ")
                            + broken.getMessage());
        }
    }

    private void reconcileWhenDue() {
        Duration elapsed = effects.elapsed();
        if (elapsed.compareTo(reconcileAt) >= 0) {
            if (!reconcileAt.isZero() && EVERYTHING_IS_READ_AGAIN.holds()) {
                view.allStale();
                leadership.scanAgain();
            }
            Duration interval = settings.reconcileFloor();
            if (config.getReconcileIntervalMinutes() >= 1) {
                Duration wished = Duration.ofMinutes(config.getReconcileIntervalMinutes());
                interval = wished.compareTo(interval) < 0 ? wished : interval;
            }
            reconcileAt = elapsed.plus(
                    interval.multipliedBy(80 + effects.random().nextInt(40)).dividedBy(100));
        }
        wakeAt(reconcileAt);
    }

    // ---- reading ----

    void everythingStale() {
        view.allStale();
        readSynced |= READ_AFTER_UNKNOWN_OUTCOME_IS_SYNCED.holds();
    }

    private void read(ReadRequest plan) {
        ReadRequest request = readSynced ? plan.synced() : plan;
        readSynced = false;
        reading = true;
        long generation = ++readGeneration;
        view.reading(request);
        effects.read(request, result -> {
            if (generation == readGeneration) {
                reading = false;
                answered(request, result);
                unsettled = true;
            }
        });
    }

    private void answered(ReadRequest request, ReadResult result) {
        if (result instanceof ReadResult.Snapshot snapshot) {
            view.apply(request, snapshot);
            notReported("read");
            return;
        }
        view.notRead(request);
        readSynced |= request.isSynced();
        if (connected) {
            report("read", "The registry could not be read: " + ((ReadResult.Failed) result).reason());
            readNotBefore = effects.elapsed().plus(backOff(4));
        }
    }

    // ---- writing ----

    boolean isFree(Slot slot) {
        if (pending.containsKey(slot)) {
            return false;
        }
        Duration earliest = notBefore.getOrDefault(slot, Duration.ZERO);
        if (effects.elapsed().compareTo(earliest) < 0) {
            wakeAt(earliest);
            return false;
        }
        return true;
    }

    /**
     * Commits. Whatever comes of it, the view tells the truth afterwards, or says that it does not know; {@code then} is told
     * before the next look.
     */
    void commit(Slot slot, String what, Transaction transaction, Consumer<CommitResult> then) {
        PendingCommit commit = new PendingCommit(transaction, then, effects.elapsed());
        pending.computeIfAbsent(slot, key -> new ArrayList<>()).add(commit);
        effects.commit(what, transaction, result -> {
            List<PendingCommit> underWay = pending.getOrDefault(slot, List.of());
            if (!underWay.contains(commit)) {
                return;
            }
            underWay.remove(commit);
            if (underWay.isEmpty()) {
                pending.remove(slot);
            }
            account(slot, what, commit, result);
            commit.hintsOfOthers(result).forEach(view::hint);
            then.accept(result);
            unsettled = true;
        });
    }

    private void account(Slot slot, String what, PendingCommit commit, CommitResult result) {
        if (result instanceof Committed committed) {
            failures.remove(slot);
            notBefore.remove(slot);
            notReported("commit " + slot);
            registryTimeIs(committed.time(), commit.sentAt);
            applyToView(commit.transaction, committed);
            return;
        }
        int times = failures.merge(slot, 1, Integer::sum);
        if (result instanceof Conflict conflict) {
            if (times > 1) {
                notBefore.put(slot, effects.elapsed().plus(backOff(times - 1)));
            }
            if (times >= CONFLICTS_REPORTED) {
                report(
                        "commit " + slot,
                        "Commit '" + what + "' conflicts repeatedly at "
                                + conflict.op().path()
                                + ". It is retried; check whether another program changes this node");
            }
            view.hint(new Hint(conflict.op().path(), true));
            view.hint(new Hint(JobView.parent(conflict.op().path()), false));
        } else if (result instanceof Unknown) {
            everythingStale();
        } else if (result instanceof Refused refused) {
            notBefore.put(slot, effects.elapsed().plus(backOff(times)));
            switch (refused.refusal()) {
                case NOT_CONNECTED, SESSION_OVER -> {}
                case TOO_LARGE, TOO_MANY_BOUND, LOST_TWICE -> {
                    if (halvings.merge(slot, 1, Integer::sum) > MOST_HALVINGS) {
                        halvings.put(slot, MOST_HALVINGS);
                        notBefore.put(slot, effects.elapsed().plus(REJECTED_PAUSE));
                    }
                    report("commit " + slot, "Commit '" + what + "' was rejected and is split: " + refused.reason());
                }
                default -> report("commit " + slot, "Commit '" + what + "' was rejected: " + refused.reason());
            }
        }
    }

    private void applyToView(Transaction transaction, Committed committed) {
        for (int i = 0; i < transaction.ops().size(); i++) {
            Transaction.Op op = transaction.ops().get(i);
            int version = committed.versions().get(i);
            if (op instanceof Transaction.Create create) {
                long owner = create.mode() == Transaction.Mode.BOUND ? session : Node.NO_OWNER;
                view.put(
                        op.path(),
                        Optional.of(new Node(
                                op.path(),
                                create.data(),
                                version,
                                committed.number(),
                                committed.number(),
                                committed.time(),
                                owner)));
                view.childAdded(op.path());
                view.madeEmpty(op.path());
            } else if (op instanceof Transaction.Set set) {
                Optional<Node> before = view.node(op.path());
                if (before.isPresent()) {
                    view.put(
                            op.path(),
                            Optional.of(new Node(
                                    op.path(),
                                    set.data(),
                                    version,
                                    before.get().created(),
                                    committed.number(),
                                    committed.time(),
                                    before.get().owner())));
                }
            } else if (op instanceof Transaction.Delete) {
                view.put(op.path(), Optional.empty());
                view.childRemoved(op.path());
            }
        }
    }

    /** Returns how many bytes of items a transaction of this slot may carry: less after one was rejected as too large. */
    int roomFor(Slot slot) {
        int limit = largestTransaction >> halvings.getOrDefault(slot, 0);
        return limit - Math.min(RESERVED_BYTES, limit / 4);
    }

    private Duration backOff(int times) {
        long most = Math.min(2_000L, 10L << Math.min(times, 10));
        return Duration.ofMillis(most / 2 + effects.random().nextLong(most / 2 + 1));
    }

    // ---- for the rules ----

    /** Wants to look again not later than this. */
    void wakeAt(Duration at) {
        if (wake.isEmpty() || at.compareTo(wake.get()) < 0) {
            wake = Optional.of(at);
        }
    }

    void wakeAtInstant(Instant at) {
        wakeAt(effects.elapsed().plus(max(Duration.ZERO, Duration.between(now(), at))));
    }

    /** Wants a hint when this node changes; asked for again at every look. */
    void watch(String path) {
        wantedWatches.put(path, Watch.Scope.NODE);
    }

    /** Wants a hint when anything at or below this node changes; asked for again at every look. */
    void watchTree(String path) {
        wantedWatches.put(path, Watch.Scope.SUBTREE);
    }

    /**
     * From when we have joined, or have to wait for that: a join makes a dozen nodes, and of each of them we would be told. What
     * has changed until then is read when the watches are set.
     */
    private void watchTheJob() {
        watching |= phase != Phase.JOINING || WAITING_TO_JOIN_WATCHES.holds() && !pending.containsKey(Slot.MEMBER);
        if (watching) {
            watch(tree.config());
            watchTree(tree.servers());
            watchTree(tree.instances());
            watchTree(tree.leader());
        }
    }

    private void watchWhatIsWanted() {
        for (String path : Set.copyOf(watched)) {
            if (!wantedWatches.containsKey(path)) {
                watched.remove(path);
                effects.unwatch(path);
            }
        }
        wantedWatches.forEach((path, scope) -> {
            if (watched.add(path)) {
                effects.watch(path, scope);
                // It may have changed between the read and the watch.
                if (READ_FOLLOWS_WATCH.holds()) {
                    view.hint(new Hint(path, scope == Watch.Scope.SUBTREE));
                }
            }
        });
        wantedWatches = new HashMap<>();
    }

    /** Tells operators, once for as long as the message under this key stays the same. */
    void report(String key, String message) {
        if (!message.equals(reported.put(key, message))) {
            effects.publish(new JobEvent.Reported(jobName(), effects.now(), message));
        }
    }

    void notReported(String key) {
        reported.remove(key);
    }

    /** What is wrong with this machine's clock, by the registry's and the setting that bounds the difference. */
    Optional<String> clockProblem() {
        int most = config.getMaxTimeDiffSeconds();
        Optional<Duration> known = clockOffset();
        if (most < 0 || known.isEmpty()) {
            return Optional.empty();
        }
        Duration offset = known.get();
        if (offset.abs().compareTo(Duration.ofSeconds(most)) <= 0) {
            return Optional.empty();
        }
        return Optional.of("Job '" + jobName() + "': maxTimeDiffSeconds is '" + most
                + "': the clock of this machine is " + offset.abs().toMillis() + " ms "
                + (offset.isNegative() ? "ahead of" : "behind") + " the registry's. Synchronise the clocks.");
    }

    boolean isMember() {
        return phase == Phase.JOINED;
    }

    /** Whether the item is marked as running, by us. */
    boolean isMarkedByUs(int item) {
        return view.running(item).filter(node -> node.owner() == session).isPresent();
    }

    Optional<Schedule> schedule() {
        return view.epoch().map(this::scheduleOf);
    }

    private Schedule schedule = Schedule.of("", "");

    private Schedule scheduleOf(Epoch epoch) {
        if (!schedule.is(epoch.cron(), epoch.timeZone())) {
            schedule = Schedule.of(epoch.cron(), epoch.timeZone());
        }
        return schedule;
    }

    void interruptAll(String reason) {
        for (LocalRun run : runs.values()) {
            interrupt(run, reason);
        }
    }

    void interrupt(LocalRun run, String reason) {
        if (run.phase == LocalRun.Phase.RUNNING && !run.interrupted) {
            run.interrupted = true;
            run.interruptedAt = effects.elapsed();
            effects.interrupt(run, reason);
        }
    }

    void end(Leave why) {
        phase = Phase.ENDED;
        watched.clear();
        effects.left(why);
    }

    private static Duration max(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
