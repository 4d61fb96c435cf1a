package dev.elasticjob.scheduler;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.tracing.TracingConfiguration;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A simulated process: the real scheduler, with several jobs, on simulated time, threads and registry. */
public final class SimHost {

    private record Requested(String job, CompletableFuture<OneOffResult> result) {}

    private final ProcessSimulation world;
    private final String name;
    private final String address;
    private final Map<String, ScheduledJob> jobs = new TreeMap<>();
    private final List<SimRegistrySession> sessions = new ArrayList<>();
    private final List<Requested> requests = new ArrayList<>();
    private final Deque<Runnable> heldUp = new ArrayDeque<>();
    private boolean alive = true;
    private boolean leaving;
    private boolean paused;
    private long cutOffUntil;

    SimHost(ProcessSimulation world, String name, String address, List<ProcessSimulation.Job> started) {
        this.world = world;
        this.name = name;
        this.address = address;
        log("starts on %s", address);
        Environment environment = new Environment(
                clock(),
                () -> world.now() * 1_000_000,
                () -> world.random,
                this::newInstance,
                new SimExecutors.Timer(this),
                SimExecutors.deciding(this),
                SimExecutors.working(this));
        Guard guard = Guard.of("simulated", environment.nanoTime());
        SchedulerResources resources = SchedulerResources.create(
                world.registry.center(this), ProcessSimulation.SETTINGS, environment, address, guard);
        new ClockJumps(
                environment.clock(),
                environment.nanoTime(),
                resources.timer(),
                () -> jobs.values().forEach(ScheduledJob::reevaluate));
        for (ProcessSimulation.Job job : started) {
            ScheduledJob runtime = new ScheduledJob(
                    job.config().toBuilder()
                            .addExtraConfigurations(new TracingConfiguration<>(SimHistory.TYPE, this))
                            .buildUnchecked(),
                    "simulated.Job",
                    (configuration, service, context) -> job.run(this, service, context),
                    resources,
                    left -> log("left job %s", left.name()));
            jobs.put(job.config().getJobName(), runtime);
            runtime.start();
        }
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return world.time();
            }
        };
    }

    private JobInstance newInstance(String ip) {
        return new JobInstance(
                ip + "@-@" + name.substring(1) + "-" + Long.toString(world.random.nextLong() >>> 1, 36), ip);
    }

    // ---- what its parts ask for ----

    ProcessSimulation world() {
        return world;
    }

    SimThreads threads() {
        return world.threads;
    }

    boolean chance(double probability) {
        return world.random.nextDouble() < probability;
    }

    int any(int below) {
        return world.random.nextInt(below);
    }

    void log(String format, Object... arguments) {
        world.log(name + "  " + format, arguments);
    }

    /** Throws at times, while calls of this process fail. */
    void mayThrow(String call) {
        if (alive && world.throwing > 0 && chance(world.throwing)) {
            log("%s throws", call);
            if (chance(0.5)) {
                throw new IllegalStateException("injected at " + call);
            }
            throw new NoClassDefFoundError("injected at " + call);
        }
    }

    /** Something reaches the process: at once, or when it continues after a pause. */
    void receive(Runnable what) {
        if (alive && paused) {
            heldUp.add(what);
        } else if (alive) {
            what.run();
        }
    }

    void after(long delay, Runnable what) {
        world.after(delay, () -> receive(what));
    }

    void escaped(Throwable thrown) {
        if (alive) {
            world.violated("a thread of " + name + " ended with " + thrown);
        }
    }

    SimRegistrySession add(SimRegistrySession session) {
        sessions.removeIf(SimRegistrySession::isOver);
        sessions.add(session);
        return session;
    }

    // ---- what is known of it ----

    String name() {
        return name;
    }

    String address() {
        return address;
    }

    boolean isAlive() {
        return alive;
    }

    boolean isPaused() {
        return paused;
    }

    boolean isCutOff() {
        return world.now() < cutOffUntil;
    }

    /** Whether it runs and is meant to continue. */
    boolean isUp() {
        return alive && !leaving;
    }

    /** Whether it is connected, and nothing holds it up. */
    boolean isWell() {
        return alive && !paused && sessions.stream().anyMatch(SimRegistrySession::isConnected);
    }

    /** Returns whether the registry ended its session before the lease, and it has not been notified yet. */
    boolean isEndedEarly() {
        return sessions.stream().anyMatch(SimRegistrySession::isEndedEarly);
    }

    boolean isInstance(String job, String id) {
        return jobs.get(job).localView().instanceId().equals(id);
    }

    boolean hasLeft() {
        return jobs.values().stream().allMatch(runtime -> runtime.leftFuture().isDone());
    }

    boolean isMember() {
        return jobs.values().stream()
                .allMatch(runtime ->
                        runtime.joinedFuture().isDone() && !runtime.leftFuture().isDone());
    }

    /** Returns the job of each requested run that has not ended. */
    List<String> openRequests() {
        return requests.stream()
                .filter(request -> !request.result.isDone())
                .map(Requested::job)
                .toList();
    }

    // ---- what happens to it ----

    void execute(String job) {
        log("requests a run of %s", job);
        receive(() -> requests.add(new Requested(job, jobs.get(job).execute())));
    }

    void kill() {
        log("is killed");
        world.injured();
        world.observer.killed(this);
        alive = false;
        heldUp.clear();
        threads().end(this);
        sessions.forEach(SimRegistrySession::abandon);
    }

    void leave() {
        if (!leaving) {
            log("leaves");
            leaving = true;
            receive(() -> jobs.values().forEach(runtime -> runtime.leave(ProcessSimulation.SHUTDOWN)));
        }
    }

    void cut(long duration) {
        world.injured();
        cutOffUntil = Math.max(cutOffUntil, world.now() + duration);
        List.copyOf(sessions).forEach(session -> session.cut(duration));
    }

    void expire() {
        world.injured();
        world.observer.taint(this);
        List.copyOf(sessions).forEach(SimRegistrySession::expire);
    }

    void pause(long duration) {
        if (!alive || paused) {
            return;
        }
        log("is paused for %d ms", duration);
        world.injured();
        paused = true;
        world.observer.taint(this);
        if (duration > SimRegistrySession.TIMEOUT / 6) {
            cut(duration + any(500));
        }
        world.after(duration, () -> {
            if (alive) {
                log("continues");
                world.injured();
                paused = false;
                world.observer.taint(this);
                while (!heldUp.isEmpty() && !paused && alive) {
                    heldUp.poll().run();
                }
            }
        });
    }
}
