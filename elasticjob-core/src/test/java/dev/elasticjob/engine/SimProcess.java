package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.Effects;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.sharding.AverageAllocationJobShardingStrategy;
import dev.elasticjob.sharding.OdevitySortByNameJobShardingStrategy;
import dev.elasticjob.sharding.RoundRobinByNameJobShardingStrategy;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process with one instance of the job: the surroundings of a {@link JobEngine} in the simulated world. */
final class SimProcess implements Effects {

    /** The code of an item that is being executed. */
    final class Execution {
        final LocalRun run;
        final JobConfiguration configuration;
        final long begunAt = world.now();
        final boolean stubborn = world.chance(behaviour.stubborn);
        boolean interrupted;
        boolean ended;
        long endedAt = Long.MAX_VALUE;
        /** The process was paused in between, so that nothing is guaranteed about it. */
        boolean tainted;

        Execution(LocalRun run, JobConfiguration configuration) {
            this.run = run;
            this.configuration = configuration;
        }

        SimProcess process() {
            return SimProcess.this;
        }

        /** Returns whether it ignores an interruption on an instance that leaves, which does not wait for it forever. */
        boolean isLeftBehind() {
            return stubborn && interrupted && !isUp();
        }

        /** Returns how it ends when it throws: some exceptions are not retried. */
        LocalRun.Outcome failure() {
            boolean applies = configuration.getRetry().max() > 0 && world.chance(behaviour.retryable);
            return applies ? LocalRun.Outcome.THREW_RETRYABLE : LocalRun.Outcome.THREW;
        }

        void end(LocalRun.Outcome outcome) {
            if (!ended && alive) {
                ended = true;
                endedAt = world.now();
                executions.remove(this);
                world.log("%s   item %d ends: %s", name, run.item(), outcome);
                world.checks.returned(this);
                if (run.isKilled()) {
                    // Perhaps after its timeout had interrupted it.
                    world.checks.runControl.killed(run);
                }
                machine.runEnded(run, outcome);
                behaviour.ended.accept(SimProcess.this);
            }
        }
    }

    /** How the job's code behaves. */
    static final class Behaviour {
        long longest = 3_000;
        double throwing = 0.1;
        /** How often a job with retries throws what is retried. */
        double retryable = 0.8;

        double stubborn;
        double moodyStrategy;
        /** How often a start is answered too late to begin. */
        double late;
        /** How long a run that was started waits before its code begins. */
        ToLongFunction<LocalRun> wait = run -> 0;
        /** How long a run lasts. */
        ToLongFunction<LocalRun> duration;
        /** What the application does when an item has ended. */
        Consumer<SimProcess> ended = process -> {};

        Behaviour(SimWorld world) {
            duration = run -> world.skewed(longest);
        }
    }

    private static final Map<String, JobShardingStrategy> STRATEGIES = Stream.of(
                    new AverageAllocationJobShardingStrategy(),
                    new OdevitySortByNameJobShardingStrategy(),
                    new RoundRobinByNameJobShardingStrategy(),
                    new SingleShardingBalanceJobShardingStrategy())
            .collect(Collectors.toMap(JobShardingStrategy::getType, strategy -> strategy));

    private final SimWorld world;
    final String name;
    final String ip;
    final Behaviour behaviour;
    final JobEngine machine;
    final List<Execution> executions = new ArrayList<>();
    SimSession session;
    /** Whether it writes what this version does not know. */
    boolean isOfLaterVersion;

    boolean alive = true;
    boolean left;
    boolean leaving;
    Optional<Leave> why = Optional.empty();
    /** In which an operator has shut it down. */
    long shutDownSession;

    private final Deque<Runnable> heldUp = new ArrayDeque<>();
    private boolean paused;
    private boolean settling;
    private long clockOffset;
    private long wakes;
    private int joins;

    SimProcess(SimWorld world, String name, String ip, JobConfiguration config, Behaviour behaviour, SimConfig text) {
        this.world = world;
        this.name = name;
        this.ip = ip;
        this.behaviour = behaviour;
        machine = new JobEngine(config, "test.Job", text, world.settings, this);
        openSession();
        heartbeat();
    }

    private void heartbeat() {
        if (alive && !left) {
            session.heartbeat();
            world.after(SimSession.TIMEOUT / 6, this::heartbeat);
        }
    }

    private void openSession() {
        session = new SimSession(world, this);
        SimSession mine = session;
        receive(() -> {
            if (session == mine && !mine.overForClient) {
                machine.sessionOpened(mine.id, Duration.ofMillis(SimSession.TIMEOUT), world.largestTransaction);
            }
        });
    }

    void leaseEnding() {
        // Code that ignores interruptions may overlap with the next run from now on.
        executions.forEach(each -> each.tainted |= each.stubborn);
        machine.leaseEnding();
    }

    void sessionIsLost() {
        world.log("%s   learns that its session is lost", name);
        machine.sessionLost();
        if (executions.stream().anyMatch(each -> !each.interrupted)) {
            throw new SimChecks.Violation("1: " + name + " lost its session and does not interrupt what it runs");
        }
        if (!left) {
            world.after(10 + world.random.nextLong(1_000), () -> {
                if (alive && !left && session.overForClient) {
                    openSession();
                }
            });
        }
    }

    // ---- what happens to the process ----

    boolean isPaused() {
        return paused;
    }

    /** Something reaches the process: at once, or when it continues. */
    void receive(Runnable what) {
        if (!alive) {
            return;
        }
        if (paused) {
            heldUp.add(what);
        } else {
            what.run();
            settle();
        }
    }

    /** At once, or a little later, together with what happens until then. */
    private void settle() {
        if (!settling && world.chance(0.3)) {
            settling = true;
            world.after(world.random.nextLong(4), () -> {
                settling = false;
                receive(machine::settle);
            });
        } else if (!settling) {
            machine.settle();
        }
    }

    void execute(String runId, RunSource source) {
        receive(() -> machine.execute(runId, source));
    }

    void later(Runnable what) {
        world.after(0, () -> receive(what));
    }

    void pause(long duration) {
        if (!alive || paused) {
            return;
        }
        paused = true;
        world.log("%s is paused for %d ms", name, duration);
        executions.forEach(each -> each.tainted = true);
        if (duration > SimSession.TIMEOUT / 6) {
            session.cut(duration + world.random.nextLong(500));
        }
        world.after(duration, () -> {
            if (alive) {
                paused = false;
                world.log("%s continues", name);
                executions.forEach(each -> each.tainted = true);
                while (!heldUp.isEmpty() && !paused && alive) {
                    heldUp.poll().run();
                }
                settle();
            }
        });
    }

    void kill() {
        if (alive) {
            world.log("%s is killed", name);
            alive = false;
            executions.forEach(each -> world.checks.ended(each));
            executions.clear();
            session.abandon();
        }
    }

    void leave() {
        if (alive && !leaving) {
            world.log("%s leaves", name);
            leaving = true;
            receive(() -> machine.leave(new Leave(Leave.Kind.SHUTDOWN, "asked to")));
        }
    }

    /** Starts with a clock that is off. */
    void setClock(long offset) {
        clockOffset = offset;
    }

    void moveClock(long by) {
        clockOffset += by;
        world.log("%s clock is moved by %d ms to %d ms", name, by, clockOffset);
        receive(machine::reconcile);
    }

    long clockOffset() {
        return clockOffset;
    }

    /** Whether it is in touch with the registry. */
    boolean isWell() {
        return !paused && session.connectedFor() > 0 && !session.overForClient && session.alive;
    }

    boolean isInstance(String id) {
        return machine.state()
                .instance()
                .filter(instance -> instance.jobInstanceId().equals(id))
                .isPresent();
    }

    boolean isUp() {
        return alive && !left && !leaving && machine.phase() != Phase.LEAVING;
    }

    // ---- effects ----

    @Override
    public Instant now() {
        return world.time().plusMillis(clockOffset);
    }

    @Override
    public Duration elapsed() {
        return Duration.ofMillis(world.now());
    }

    @Override
    public RandomGenerator random() {
        return world.random;
    }

    @Override
    public String nonce() {
        return Long.toString(world.random.nextLong() >>> 1, 36);
    }

    @Override
    public JobInstance newInstance() {
        return new JobInstance(ip + "@-@" + name.substring(1) + "-" + Integer.toString(joins++, 36) + nonce(), ip);
    }

    @Override
    public void read(ReadRequest request, Consumer<ReadResult> then) {
        session.read(request, then);
    }

    @Override
    public void commit(String what, Transaction transaction, Consumer<CommitResult> then) {
        session.commit(what, transaction, then);
    }

    @Override
    public void watch(String path, Watch.Scope scope) {
        session.watch(path, scope);
    }

    @Override
    public void unwatch(String path) {
        session.unwatch(path);
    }

    @Override
    public void run(List<LocalRun> runs, JobConfiguration configuration) {
        for (LocalRun run : runs) {
            long wait = behaviour.wait.applyAsLong(run);
            if (wait > 0) {
                world.after(wait, () -> receive(() -> begin(run, configuration)));
            } else {
                begin(run, configuration);
            }
        }
    }

    /** Begins the code of an item, unless the lease is about to end. */
    private void begin(LocalRun run, JobConfiguration configuration) {
        if (run.isMonitored() && (session.leaseLeft() < SimSession.TIMEOUT / 6 || world.chance(behaviour.late))) {
            later(() -> machine.runEnded(run, LocalRun.Outcome.NEVER_BEGUN));
            return;
        }
        Execution execution = new Execution(run, configuration);
        executions.add(execution);
        world.log(
                "%s   item %d begins: %s %s token %d of %d",
                name,
                run.item(),
                run.run().source(),
                run.run().id(),
                run.token(),
                run.run().total());
        world.checks.begun(execution);
        if (!configuration.getTimeout().isZero()) {
            later(() -> machine.codeBegan(run));
            world.checks.runControl.limited(execution, configuration);
        }
        long duration = behaviour.duration.applyAsLong(run);
        world.after(
                duration,
                () -> receive(() -> execution.end(
                        world.chance(behaviour.throwing) ? execution.failure() : LocalRun.Outcome.RETURNED)));
    }

    @Override
    public void interrupt(LocalRun run, String reason) {
        for (Execution execution : List.copyOf(executions)) {
            if (execution.run == run) {
                execution.interrupted = true;
                world.log("%s   item %d is interrupted: %s", name, run.item(), reason);
                if (run.isKilled()) {
                    world.checks.runControl.killed(run);
                }
                boolean mayBeGivenUp = run.isEndedByLimit()
                        && (execution.configuration.getOnStubborn() == OnStubborn.RELEASE
                                || world.checks.configIsEdited);
                execution.tainted |= mayBeGivenUp || execution.stubborn && !run.isEndedByLimit();
                if (!execution.stubborn) {
                    world.after(world.random.nextLong(300), () -> receive(() -> execution.end(LocalRun.Outcome.THREW)));
                }
            }
        }
    }

    @Override
    public void askStrategy(String fingerprint, String type, List<JobInstance> instances, int total) {
        if (world.chance(0.5)) {
            strategyAnswers(fingerprint, type, instances, total);
        } else {
            world.after(world.skewed(30), () -> receive(() -> strategyAnswers(fingerprint, type, instances, total)));
        }
    }

    private void strategyAnswers(String fingerprint, String type, List<JobInstance> instances, int total) {
        if (world.chance(behaviour.moodyStrategy)) {
            machine.strategyAnswered(fingerprint, Optional.empty(), "it threw");
        } else {
            machine.strategyAnswered(fingerprint, Optional.of(strategy(type).sharding(instances, "job", total)), "");
        }
    }

    static JobShardingStrategy strategy(String type) {
        return STRATEGIES.get(type.isEmpty() ? JobConfiguration.DEFAULT_SHARDING_STRATEGY_TYPE : type);
    }

    @Override
    public void wakeAfter(Duration delay) {
        long wake = ++wakes;
        world.after(
                delay.toMillis() + (delay.toNanosPart() % 1_000_000 == 0 ? 0 : 1),
                () -> receive(() -> {
                    if (wake == wakes) {
                        machine.reconcile();
                    }
                }));
    }

    @Override
    public void publish(JobEvent event) {
        if (world.isTracing()) {
            world.log("%s   event: %s", name, event);
        }
        if (event instanceof JobEvent.Reported reported) {
            world.checks.reported(reported.message());
        }
    }

    @Override
    public void joined(JobInstance instance) {
        world.log("%s joined as %s", name, instance.jobInstanceId());
        if (session.id == shutDownSession) {
            throw new SimChecks.Violation("5: " + name + " joins again after an operator has shut it down");
        }
    }

    @Override
    public void owns(Set<Integer> items) {
        world.log("%s   owns %s", name, items);
    }

    @Override
    public void recorded(LocalRun run, Optional<RunEnd> end) {
        // The simulator reads the records themselves.
    }

    @Override
    public void requested(String runId, int total, boolean onlyUs) {
        world.log("%s   all %d items were requested in run %s", name, total, runId);
        world.checks.asked(runId, total);
    }

    @Override
    public void configured(JobConfiguration configuration) {
        // The configuration in force is not of interest here.
    }

    @Override
    public void left(Leave leave) {
        world.log("%s has left: %s", name, leave.reason());
        left = true;
        why = Optional.of(leave);
        session.close();
    }
}
