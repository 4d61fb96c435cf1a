package dev.elasticjob.scheduler;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs histories of whole processes from the command line: {@code tools/simulate --processes [--histories N] [--seed S]
 * [--trace]}. Lists all seeds that violate a guarantee.
 */
public final class SimulateProcesses {

    private SimulateProcesses() {}

    public static void main(String[] arguments) throws InterruptedException {
        long histories = 1_000;
        long seed = 1;
        boolean trace = false;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--histories" -> histories = Long.parseLong(arguments[++i]);
                case "--seed" -> seed = Long.parseLong(arguments[++i]);
                case "--trace" -> trace = true;
                default -> {
                    System.err.println("Unknown option " + arguments[i]
                            + "; usage: tools/simulate --processes [--histories N] [--seed S] [--trace]");
                    System.exit(2);
                }
            }
        }
        if (trace) {
            System.out.println(describe(seed));
        } else {
            System.exit(runAll(seed, histories));
        }
    }

    private static int runAll(long firstSeed, long histories) throws InterruptedException {
        long begin = System.nanoTime();
        AtomicLong next = new AtomicLong(firstSeed);
        AtomicLong steps = new AtomicLong();
        AtomicLong faults = new AtomicLong();
        AtomicLong runs = new AtomicLong();
        AtomicLong violations = new AtomicLong();
        Thread[] threads = new Thread[Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                long seed;
                while ((seed = next.getAndIncrement()) < firstSeed + histories) {
                    ProcessSimulation.Result result = ProcessSimulation.run(seed);
                    steps.addAndGet(result.steps());
                    faults.addAndGet(result.faults());
                    runs.addAndGet(result.runs());
                    long number = seed;
                    result.violation().ifPresent(violation -> {
                        violations.incrementAndGet();
                        System.out.println("seed " + number + " violates " + violation);
                    });
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(
                "%d histories of processes from seed %d, %d steps, %d faults, %d item runs, %d violations, %.1f seconds%n",
                histories,
                firstSeed,
                steps.get(),
                faults.get(),
                runs.get(),
                violations.get(),
                (System.nanoTime() - begin) / 1e9);
        return violations.get() > 0 ? 1 : 0;
    }

    /** Returns the history of a seed in full. */
    static String describe(long seed) {
        ProcessSimulation.Result result = ProcessSimulation.trace(seed);
        return String.join("\n", result.history()) + "\nseed " + seed + " violates "
                + result.violation().orElse("nothing");
    }
}
