package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.cluster.Pause;
import dev.elasticjob.chaos.cluster.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Executes a plan. */
public final class Driver {

    private static final Duration FIRST_CALM = Duration.ofSeconds(4);

    /** Time without faults at the end, long enough for every item to run again. */
    private static final Duration LAST_CALM = Duration.ofSeconds(20);

    private final Cluster cluster;
    private final Plan plan;
    private final Consumer<String> progress;
    private int number;

    /** @param progress receives a message before each step */
    public Driver(Cluster cluster, Plan plan, Consumer<String> progress) {
        this.cluster = cluster;
        this.plan = plan;
        this.progress = progress;
    }

    /** Executes steps until the given time has passed; the step in progress is completed. */
    public void run(Duration time) {
        long end = System.nanoTime() + time.minus(LAST_CALM).toNanos();
        runUntil(() -> System.nanoTime() >= end);
    }

    /** Injects every fault of the plan once. */
    public void runOnce() {
        runUntil(plan::isRoundOver);
    }

    private void runUntil(BooleanSupplier over) {
        Pause.of(FIRST_CALM);
        do {
            carryOut(plan.next());
        } while (!over.getAsBoolean());
        Pause.of(LAST_CALM);
    }

    private void carryOut(Plan.Step step) {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (Plan.Part part : step.parts()) {
            int index = ++number;
            progress.accept(
                    index + ": " + part.fault().title() + " (" + part.fault().description() + ")");
            FutureTask<Void> task = new FutureTask<>(() -> inject(part, index), null);
            tasks.add(task);
            new Thread(task, part.fault().title()).start();
        }
        for (FutureTask<Void> task : tasks) {
            try {
                task.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            } catch (ExecutionException failed) {
                throw new IllegalStateException("A fault could not be carried out", failed.getCause());
            }
        }
        Pause.of(step.calm());
    }

    private void inject(Plan.Part part, int index) {
        Pause.of(part.delay());
        Slot victim = cluster.usual().get(part.victim());
        new Injected(cluster, victim, new Random(part.seed()), index, part.fault()).run();
    }
}
