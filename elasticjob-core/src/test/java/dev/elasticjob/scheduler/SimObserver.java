package dev.elasticjob.scheduler;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.ShardingContexts;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.engine.requests.RunBarrier;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Node;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the guarantees from outside, by what the code of jobs and listeners sees and by what the registry holds. Violations
 * begin with the number of the guarantee.
 */
final class SimObserver {

    /** So long after the last fault everything that was wrong is noticed. */
    private static final long PROMPT = 6_000;

    /** The code of an item that is being executed. */
    static final class Execution {
        private final SimHost host;
        private final String job;
        private final int item;
        private final int total;
        private final long begunAt;
        /** Nothing is guaranteed for it: its process was paused, lost its session without notice, or ignores interrupts. */
        private boolean tainted;

        Execution(SimHost host, ShardingContext context, long begunAt) {
            this.host = host;
            job = context.getJobName();
            item = context.getShardingItem();
            total = context.getShardingTotalCount();
            this.begunAt = begunAt;
        }

        void taint() {
            tainted = true;
        }
    }

    private final ProcessSimulation world;
    private final List<Execution> executing = new ArrayList<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private final Set<String> completed = new HashSet<>();
    private final Map<String, Integer> fires = new HashMap<>();
    /** For each run that was claimed at a barrier, by which instance and with which nonce. */
    private final Map<String, String> claims = new HashMap<>();
    /** The runs whose callback is recorded as called. */
    private final Set<String> called = new HashSet<>();
    /** How many runs each process has claimed, has called the callback for, and has recorded as called. */
    private final Map<String, Integer> claimed = new HashMap<>();

    private final Map<String, Integer> calls = new HashMap<>();
    private final Map<String, Integer> recorded = new HashMap<>();
    private final Map<String, Long> lastRequested = new HashMap<>();
    private final Map<String, Set<String>> arrivals = new HashMap<>();
    private final Map<String, Long> firstArrivals = new HashMap<>();
    private final Set<String> reports = new HashSet<>();
    private int runs;

    SimObserver(ProcessSimulation world) {
        this.world = world;
    }

    int runs() {
        return runs;
    }

    // ---- the code of items ----

    Execution begun(SimHost host, ShardingContext context) {
        Execution execution = new Execution(host, context, world.now());
        runs++;
        String item = context.getJobName() + " " + context.getShardingItem();
        if (host.isEndedEarly()) {
            execution.taint();
        } else {
            check(execution, item, context);
        }
        if (context.getScheduledAt().isEmpty()) {
            lastRequested.put(execution.job, world.now());
        }
        context.getScheduledAt().ifPresent(at -> fires.merge(item + " " + at, 1, Integer::sum));
        executing.add(execution);
        host.log(
                "%s item %d begins for %s, token %d",
                execution.job,
                execution.item,
                context.getScheduledAt().map(Instant::toString).orElse("a request"),
                context.getFencingToken());
        return execution;
    }

    private void check(Execution execution, String item, ShardingContext context) {
        SimHost host = execution.host;
        for (Execution other : executing) {
            if (other.tainted || !other.job.equals(execution.job)) {
                continue;
            }
            if (other.item == execution.item) {
                world.violated(
                        "1: item " + item + " begins on " + host.name() + " while it runs on " + other.host.name());
            }
            if (other.total != execution.total) {
                world.violated("7: item " + item + " of " + execution.total + " begins while item " + other.item
                        + " of " + other.total + " runs");
            }
        }
        Long before = tokens.put(item, context.getFencingToken());
        if (before != null && before >= context.getFencingToken()) {
            world.violated("1: the token of item " + item + " is " + context.getFencingToken() + " after " + before);
        }
        context.getScheduledAt().ifPresent(at -> {
            if (completed.contains(item + " " + at)) {
                world.violated("2: item " + item + " runs again for " + at + ", which was completed");
            }
        });
    }

    void ended(Execution execution) {
        if (executing.remove(execution)) {
            execution.host.log("%s item %d ends", execution.job, execution.item);
        }
    }

    /** Its process is gone, and so is its code. */
    void killed(SimHost host) {
        executing.removeIf(each -> each.host == host);
    }

    void taint(SimHost host) {
        executing.stream().filter(each -> each.host == host).forEach(Execution::taint);
    }

    void reported(String job, String message) {
        reports.add(job + " " + message);
    }

    /** A node of the registry has changed. */
    void changed(String path) {
        String[] parts = path.split("/");
        if (parts.length == 5 && parts[2].equals("guarantee")) {
            arrived(parts[1], parts[3], parts[4], world.registry.text(path));
        }
        if (parts.length == 4 && parts[2].equals("guarantee")) {
            claimed(parts[1], parts[3], world.registry.text(path));
        }
        if (parts.length == 4 && parts[2].equals("sharding")) {
            Optional<RunRecord.Run> run = world.registry
                    .tree
                    .node(path)
                    .flatMap(node -> RunRecord.decode(node.text()).run());
            run.filter(each -> each.state() == RunRecord.State.DONE || each.state() == RunRecord.State.FAILED)
                    .flatMap(RunRecord.Run::scheduledAt)
                    .ifPresent(at -> completed.add(parts[1] + " " + parts[3] + " " + at));
        }
    }

    // ---- distribute-once listeners ----

    /** The claims of runs have changed: each run is claimed once. */
    private void claimed(String job, String side, String text) {
        for (String line : text.split("\n")) {
            String[] parts = line.split(" ");
            if (parts.length < 4) {
                continue;
            }
            String run = side + " " + job + " " + parts[0];
            String claim = parts[2] + " " + parts[3];
            String host = side + " " + job + " " + world.nameOf(parts[2]);
            String before = claims.putIfAbsent(run, claim);
            if (before == null) {
                claimed.merge(host, 1, Integer::sum);
            } else if (!before.equals(claim)) {
                world.violated("6: run " + run + " was claimed by " + before + " and then by " + claim);
            }
            if (parts[1].equals("called") && called.add(run)) {
                recorded.merge(host, 1, Integer::sum);
                checkCounts(host);
            }
        }
    }

    /** A callback is called. Its instance has claimed a run, for one call. */
    void calledOnce(SimHost host, RunBarrier.Side side, ShardingContexts contexts) {
        String job = contexts.getJobName();
        host.log("%s callback of %s", side, job);
        String key = side.name().toLowerCase(Locale.ROOT) + " " + job + " " + host.name();
        calls.merge(key, 1, Integer::sum);
        checkCounts(key);
    }

    private void checkCounts(String host) {
        int owed = claimed.getOrDefault(host, 0);
        int made = calls.getOrDefault(host, 0);
        int done = recorded.getOrDefault(host, 0);
        if (made > owed || done > made) {
            world.violated("6: " + host + " has claimed " + owed + " runs, has called the callback " + made
                    + " times, and has recorded " + done + " calls");
        }
    }

    /** An item has come to a barrier for the runs that its node lists. */
    private void arrived(String job, String side, String item, String text) {
        for (String line : text.split("\n")) {
            String runId = line.split(" ")[0];
            Set<String> items = arrivals.computeIfAbsent(side + " " + job + " " + runId, key -> new HashSet<>());
            firstArrivals.putIfAbsent(side + " " + job + " " + runId, world.now());
            if (items.add(item) && items.size() == epoch(job).map(Epoch::total).orElse(0)) {
                world.after(PROMPT, () -> checkCalled(side, job, runId));
            }
        }
    }

    /** All items came to the barrier a while ago: the callback was called, unless something failed since. */
    private void checkCalled(String side, String job, String runId) {
        boolean undisturbed =
                world.throwing == 0 && world.lastInjury() < firstArrivals.get(side + " " + job + " " + runId);
        boolean reported = reports.stream().anyMatch(each -> each.startsWith(job + " ") && each.contains(runId));
        if (undisturbed && !reported && !called.contains(side + " " + job + " " + runId)) {
            world.violated("6: all items of " + runId + " have " + side + ", but the callback was not called");
        }
    }

    // ---- in the calm between faults ----

    /** Called every second. A streaming run stops when its item is disabled, moved, or its server is disabled. */
    void checkStreaming(long lastUnrest) {
        if (world.now() < lastUnrest + PROMPT) {
            return;
        }
        for (Execution each : List.copyOf(executing)) {
            boolean streams = world.isStreaming(each.job) && !each.tainted && each.host.isUp();
            if (streams && each.begunAt < lastUnrest && !mayStream(each)) {
                world.violated("4: the streaming run of item " + each.job + " " + each.item + " on " + each.host.name()
                        + " does not stop");
            }
        }
    }

    private boolean mayStream(Execution each) {
        JobTree tree = new JobTree(each.job);
        boolean disabled = world.registry
                        .tree
                        .node(tree.items() + "/" + each.item + "/disabled")
                        .isPresent()
                || world.registry.text(tree.server(each.host.address())).equals(JobTree.DISABLED);
        Optional<Epoch> epoch = epoch(each.job);
        return !disabled
                && epoch.isPresent()
                && epoch.get().open()
                && epoch.get()
                        .owner(each.item)
                        .filter(owner -> each.host.isInstance(each.job, owner))
                        .isPresent();
    }

    private Optional<Epoch> epoch(String job) {
        return world.registry.tree.node(new JobTree(job).epoch()).flatMap(node -> Epoch.decode(node.text()));
    }

    // ---- at the end ----

    /** All was well for a while. */
    void checkAtRest(List<SimHost> hosts, List<ProcessSimulation.Job> jobs, Instant from, Instant to) {
        for (SimHost host : hosts) {
            if (host.isAlive() && !host.isUp() && !host.hasLeft()) {
                world.violated("4: " + host.name() + " was to leave and has not left");
            }
            if (host.isUp() && !host.isMember()) {
                world.violated("3: " + host.name() + " is not a member of all its jobs");
            }
            if (host.isAlive()) {
                host.openRequests()
                        .forEach(name -> world.violated("4: a run of job " + name + " that " + host.name()
                                + " requested has neither ended nor failed"));
            }
        }
        for (ProcessSimulation.Job job : jobs) {
            checkAtRest(job, from, to);
        }
    }

    private void checkAtRest(ProcessSimulation.Job job, Instant from, Instant to) {
        String name = job.config().getJobName();
        JobTree tree = new JobTree(name);
        Epoch epoch = epoch(name).filter(Epoch::open).orElse(null);
        if (epoch == null) {
            world.violated("3: job " + name + " has no open epoch");
            return;
        }
        for (int item = 0; item < epoch.total(); item++) {
            for (Instant at : due(job, from, to)) {
                int times = fires.getOrDefault(name + " " + item + " " + at, 0);
                if (times != 1) {
                    world.violated("3: item " + name + " " + item + " ran " + times + " times for " + at);
                }
            }
            Optional<Node> mark = world.registry.tree.node(tree.items() + "/" + item + "/running");
            int number = item;
            if (mark.isPresent()
                    && executing.stream().noneMatch(each -> each.job.equals(name) && each.item == number)
                    && mark.get().modifiedAt().plusMillis(PROMPT).isBefore(world.time())) {
                world.violated("3: a stale mark of item " + name + " " + item + " is left");
            }
        }
        if (!world.registry.tree.children(tree.failoverItems()).isEmpty()
                || !world.registry.tree.children(tree.triggers()).isEmpty()) {
            world.violated("3: lost runs or requests of job " + name + " still wait");
        }
        if (job.isOnce()) {
            checkCalls(job, from, to);
        }
    }

    private static List<Instant> due(ProcessSimulation.Job job, Instant from, Instant to) {
        List<Instant> due = new ArrayList<>();
        if (!job.config().getCron().isEmpty()) {
            CronExpression cron = CronExpression.parse(job.config().getCron());
            Optional<Instant> at = cron.next(from, ZoneOffset.UTC);
            while (at.isPresent() && at.get().isBefore(to)) {
                due.add(at.get());
                at = cron.next(at.get(), ZoneOffset.UTC);
            }
        }
        return due;
    }

    /** With nothing in the way, each callback is called for each fire. */
    private void checkCalls(ProcessSimulation.Job job, Instant from, Instant to) {
        String name = job.config().getJobName();
        // A run that was requested before delays the items that execute it, and the others wait for them in vain.
        Instant calm = ProcessSimulation.BEGINNING.plusMillis(lastRequested.getOrDefault(name, 0L) + PROMPT);
        for (Instant at : due(job, from.isAfter(calm) ? from : calm, to)) {
            for (RunBarrier.Side side : RunBarrier.Side.values()) {
                String run = side.name().toLowerCase(Locale.ROOT) + " " + name + " cron-" + at.toEpochMilli();
                if (!called.contains(run)) {
                    world.violated("6: the callback of " + run + " was not called");
                }
            }
        }
    }
}
