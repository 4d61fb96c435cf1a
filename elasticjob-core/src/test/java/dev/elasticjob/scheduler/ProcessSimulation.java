package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.SimSettings;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.executor.JobRuntimeService;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.simulation.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * One history of whole processes: the real scheduler of each, with jobs that share sessions and batched commits, streaming
 * runs, distribute-once listeners, one-off runs, and calls of the scheduler that throw. {@code Simulation} in the engine's
 * package tests the engine alone, with more faults of the registry; this one tests what is around it. The same seed makes
 * the same history.
 */
final class ProcessSimulation {

    static final Instant BEGINNING = Instant.parse("2026-03-01T00:00:00.500Z");
    static final EngineSettings SETTINGS = SimSettings.DEFAULT;
    static final Leave SHUTDOWN = new Leave(Leave.Kind.SHUTDOWN, "it was shut down");

    private static final long FAULTS_UNTIL = 40_000;
    private static final long SETTLED_AT = FAULTS_UNTIL + 35_000;
    private static final long END = SETTLED_AT + 20_000;
    private static final long MOST_STEPS = 400_000;
    private static final List<String> CRONS = List.of("0/2 * * * * ?", "0/5 * * * * ?", "10/20 * * * * ?");

    /** A guarantee was violated. */
    private static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1;

        Violation(String message) {
            super(message);
        }
    }

    /** What became of a history. */
    record Result(long seed, Optional<String> violation, long steps, int faults, int runs, List<String> history) {}

    /** A job that all processes run. */
    final class Job {
        private final JobConfiguration config;
        private final boolean streaming;

        Job(JobConfiguration config, boolean streaming) {
            this.config = config;
            this.streaming = streaming;
        }

        JobConfiguration config() {
            return config;
        }

        boolean isNamed(String name) {
            return config.getJobName().equals(name);
        }

        boolean isOnce() {
            return config.getJobListenerTypes().contains(SimOnceListener.TYPE);
        }

        /** The code of an item. */
        void run(SimHost host, JobRuntimeService service, ShardingContext context) throws InterruptedException {
            SplittableRandom chance =
                    new SplittableRandom(seed + 31 * context.getFencingToken() + context.getShardingItem());
            boolean calm = now() >= FAULTS_UNTIL;
            boolean stubborn = !calm && stubbornCode && chance.nextInt(4) == 0;
            int batches = streaming ? 1 + chance.nextInt(calm ? 4 : 120) : 1;
            SimObserver.Execution execution = observer.begun(host, context);
            if (stubborn) {
                execution.taint();
            }
            try {
                do {
                    threads.sleep(1 + duration(chance, calm), chance.nextLong(300), stubborn);
                } while (--batches > 0 && service.mayContinue());
            } finally {
                observer.ended(execution);
            }
            if (chance.nextInt(10) == 0) {
                throw new IllegalStateException("the code of the job fails");
            }
        }

        private long duration(SplittableRandom chance, boolean calm) {
            double uniform = chance.nextDouble();
            return (long) (uniform * uniform * (calm || streaming ? 300 : longest));
        }
    }

    private final long seed;
    final SplittableRandom random;
    final SimThreads threads = new SimThreads();
    final SimObserver observer = new SimObserver(this);
    final SimRegistry registry = new SimRegistry(this, observer::changed);
    /** How likely a call of the scheduler throws, at present. */
    double throwing;

    private final Timeline timeline = new Timeline();
    private final List<String> history;
    private final List<Job> jobs = new ArrayList<>();
    private final List<SimHost> hosts = new ArrayList<>();
    private final int addresses;
    private final long longest;
    private final boolean stubbornCode;
    private Optional<String> violation = Optional.empty();
    private long lastUnrest;
    private long lastInjury;
    private long steps;
    private int faults;

    private ProcessSimulation(long seed, boolean tracing) {
        this.seed = seed;
        random = new SplittableRandom(seed);
        history = tracing ? new ArrayList<>() : null;
        addresses = 1 + random.nextInt(3);
        longest = random.nextInt(4) == 0 ? 20_000 : random.nextBoolean() ? 3_000 : 300;
        stubbornCode = random.nextInt(10) == 0;
        jobs.add(new Job(config("plain").cron(anyCron()).buildUnchecked(), false));
        if (random.nextBoolean()) {
            jobs.add(new Job(config("stream").cron("0/5 * * * * ?").buildUnchecked(), true));
        }
        if (random.nextBoolean()) {
            jobs.add(new Job(
                    config("once")
                            .cron("0/5 * * * * ?")
                            .jobListenerTypes(SimOnceListener.TYPE)
                            .buildUnchecked(),
                    false));
        }
        if (random.nextBoolean()) {
            jobs.add(new Job(config("requested").buildUnchecked(), false));
        }
    }

    private String anyCron() {
        return CRONS.get(random.nextInt(CRONS.size()));
    }

    private JobConfiguration.Builder config(String name) {
        return JobConfiguration.newBuilder(name, 1 + random.nextInt(4))
                .timeZone("UTC")
                .failover(random.nextInt(10) < 7)
                .misfire(random.nextBoolean())
                .jobErrorHandlerType("IGNORE");
    }

    static Result run(long seed) {
        return new ProcessSimulation(seed, false).run();
    }

    static Result trace(long seed) {
        return new ProcessSimulation(seed, true).run();
    }

    // ---- time ----

    long now() {
        return timeline.now();
    }

    Instant time() {
        return BEGINNING.plusMillis(now());
    }

    void at(long when, Runnable what) {
        timeline.at(when, what);
    }

    void after(long delay, Runnable what) {
        timeline.after(delay, what);
    }

    void log(String format, Object... arguments) {
        if (history != null) {
            history.add(String.format("%8.3f  ", now() / 1000.0) + String.format(format, arguments));
        }
    }

    /** Code of the scheduler may catch what is thrown, so the violation is kept. */
    void violated(String what) {
        if (violation.isEmpty()) {
            violation = Optional.of(what);
            log("VIOLATION %s", what);
        }
    }

    private void step() {
        if (violation.isPresent()) {
            throw new Violation(violation.get());
        }
        if (++steps > MOST_STEPS) {
            throw new Violation("4: this goes on and on: " + steps + " steps");
        }
    }

    /** Returns the name of the process that an instance belongs or belonged to. */
    String nameOf(String instanceId) {
        String afterAddress = instanceId.substring(instanceId.indexOf("@-@") + "@-@".length());
        return "P" + afterAddress.substring(0, afterAddress.indexOf('-'));
    }

    boolean isStreaming(String job) {
        return jobs.stream()
                .anyMatch(each -> each.streaming && each.config.getJobName().equals(job));
    }

    // ---- the history ----

    private Result run() {
        try {
            play();
        } catch (Violation violated) {
            violation = Optional.of(violated.getMessage());
        } catch (RuntimeException | Error thrown) {
            StackTraceElement[] trace = thrown.getStackTrace();
            violation = Optional.of("an exception: " + thrown + (trace.length > 0 ? " at " + trace[0] : ""));
        }
        hosts.stream().filter(SimHost::isAlive).forEach(SimHost::kill);
        return new Result(seed, violation, steps, faults, observer.runs(), history == null ? List.of() : history);
    }

    private void play() {
        jobs.forEach(job -> log("job %s", job.config));
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            at(random.nextLong(3_000), this::newHost);
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            at(500 + random.nextLong(FAULTS_UNTIL - 1_500), this::fault);
        }
        if (random.nextBoolean()) {
            at(random.nextLong(10_000), this::requestRuns);
        }
        if (random.nextInt(3) == 0) {
            at(random.nextLong(FAULTS_UNTIL - 10_000), this::throwForAWhile);
        }
        after(1_000, this::tick);
        timeline.runUntil(FAULTS_UNTIL, this::step);
        heal();
        timeline.runUntil(END, this::step);
        log("at rest");
        observer.checkAtRest(hosts, jobs, BEGINNING.plusMillis(SETTLED_AT), BEGINNING.plusMillis(END - 5_000));
        step();
    }

    private void tick() {
        if (hosts.stream().anyMatch(host -> host.isUp() && !host.isWell()) || throwing > 0) {
            unrest();
        }
        observer.checkStreaming(lastUnrest);
        after(1_000, this::tick);
    }

    /** Something failed: unlike a shutdown, or what an operator does. */
    void injured() {
        lastInjury = now();
        unrest();
    }

    long lastInjury() {
        return lastInjury;
    }

    /** Something changed that processes have to react to. */
    void unrest() {
        lastUnrest = now();
    }

    private void newHost() {
        unrest();
        hosts.add(new SimHost(this, "P" + (hosts.size() + 1), "10.0.0." + (1 + random.nextInt(addresses)), jobs));
    }

    private Optional<SimHost> anyHost() {
        List<SimHost> up = hosts.stream().filter(SimHost::isUp).toList();
        return up.isEmpty() ? Optional.empty() : Optional.of(up.get(random.nextInt(up.size())));
    }

    private Job anyJob() {
        return jobs.get(random.nextInt(jobs.size()));
    }

    private void fault() {
        unrest();
        faults++;
        int kind = random.nextInt(100);
        if (kind < 15) {
            anyHost().ifPresent(host -> {
                host.kill();
                if (random.nextInt(3) > 0) {
                    after(random.nextLong(15_000), this::newHost);
                }
            });
        } else if (kind < 35) {
            anyHost().ifPresent(host -> host.cut(random.nextLong(random.nextBoolean() ? 3_000 : 20_000)));
        } else if (kind < 42) {
            anyHost().ifPresent(SimHost::expire);
        } else if (kind < 50) {
            anyHost().ifPresent(host -> host.pause(random.nextLong(random.nextBoolean() ? 2_000 : 20_000)));
        } else if (kind < 58) {
            newHost();
        } else if (kind < 66) {
            anyHost().ifPresent(SimHost::leave);
        } else if (kind < 72) {
            long down = random.nextLong(12_000);
            hosts.stream().filter(SimHost::isAlive).forEach(host -> host.cut(down + random.nextLong(500)));
        } else {
            operator();
        }
    }

    /** Calls of the scheduler to everything outside it throw at times. */
    private void throwForAWhile() {
        unrest();
        throwing = random.nextBoolean() ? 0.3 : 0.02;
        injured();
        log("calls throw with probability %s", throwing);
        after(random.nextLong(8_000), () -> {
            log("calls do not throw any more");
            throwing = 0;
            injured();
        });
    }

    private void requestRuns() {
        if (now() < FAULTS_UNTIL - 3_000) {
            unrest();
            String job = anyJob().config.getJobName();
            anyHost().filter(SimHost::isMember).ifPresent(host -> host.execute(job));
            after(1_000 + random.nextLong(8_000), this::requestRuns);
        }
    }

    // ---- the operator ----

    private void operator() {
        JobTree tree = new JobTree(anyJob().config.getJobName());
        switch (random.nextInt(8)) {
            case 0, 1 -> toggleItem(tree);
            case 2, 3 -> toggleServer(tree);
            case 4 -> trigger(tree);
            case 5 -> editTotal(tree);
            case 6 -> restartHost();
            default ->
                write(
                        "delete the leader",
                        Transaction.builder().delete(tree.leaderInstance(), Transaction.ANY_VERSION));
        }
    }

    private void write(String what, Transaction.Builder transaction) {
        unrest();
        log("operator: %s -> %s", what, registry.write(transaction));
    }

    private void toggleItem(JobTree tree) {
        List<String> items = registry.tree.children(tree.items());
        if (!items.isEmpty()) {
            String path = tree.items() + "/" + items.get(random.nextInt(items.size())) + "/disabled";
            boolean disabled = registry.tree.node(path).isPresent();
            write(
                    (disabled ? "enable " : "disable ") + path,
                    disabled
                            ? Transaction.builder().delete(path, Transaction.ANY_VERSION)
                            : Transaction.builder().create(path, "", Transaction.Mode.PERSISTENT));
        }
    }

    private void toggleServer(JobTree tree) {
        List<String> servers = registry.tree.children(tree.servers());
        if (!servers.isEmpty()) {
            String path = tree.server(servers.get(random.nextInt(servers.size())));
            setServer(path, registry.text(path).equals(JobTree.DISABLED) ? JobTree.ENABLED : JobTree.DISABLED);
        }
    }

    private void setServer(String path, String status) {
        write(path + " " + status, Transaction.builder().set(path, status, Transaction.ANY_VERSION));
    }

    private void trigger(JobTree tree) {
        Transaction.Builder transaction = Transaction.builder();
        registry.tree.children(tree.instances()).stream()
                .filter(id -> registry.tree.node(tree.trigger(id)).isEmpty())
                .forEach(id -> transaction.create(tree.trigger(id), "", Transaction.Mode.PERSISTENT));
        write("trigger " + tree.job(), transaction);
    }

    private void editTotal(JobTree tree) {
        String text = registry.text(tree.config());
        if (!text.isEmpty()) {
            try {
                JobConfiguration edited = JobConfigurationCodec.decode(tree.config(), text).configuration().toBuilder()
                        .shardingTotalCount(1 + random.nextInt(4))
                        .buildUnchecked();
                write(
                        "edit the total of " + tree.job(),
                        Transaction.builder()
                                .set(tree.config(), JobConfigurationCodec.encode(edited), Transaction.ANY_VERSION));
            } catch (ConfigurationFormatException unreadable) {
                violated("5: the configuration became unreadable: " + unreadable.getMessage());
            }
        }
    }

    private void restartHost() {
        anyHost().ifPresent(SimHost::leave);
        after(random.nextLong(3_000), this::newHost);
    }

    // ---- the end of all faults ----

    private void heal() {
        log("no faults from now on");
        unrest();
        throwing = 0;
        for (Job job : jobs) {
            JobTree tree = new JobTree(job.config.getJobName());
            registry.tree.children(tree.servers()).forEach(ip -> setServer(tree.server(ip), JobTree.ENABLED));
            for (String item : registry.tree.children(tree.items())) {
                String path = tree.items() + "/" + item + "/disabled";
                if (registry.tree.node(path).isPresent()) {
                    write("enable " + path, Transaction.builder().delete(path, Transaction.ANY_VERSION));
                }
            }
        }
        if (hosts.stream().noneMatch(SimHost::isUp)) {
            newHost();
        }
    }
}
