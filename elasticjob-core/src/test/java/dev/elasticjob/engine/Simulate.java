package dev.elasticjob.engine;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs histories from the command line: {@code tools/simulate --histories N --seed S [--trace] [--all]}. Stops at the first
 * violation and prints its shortest history, or lists all violations with {@code --all}.
 */
public final class Simulate {

    private Simulate() {}

    public static void main(String[] arguments) throws InterruptedException {
        long histories = 10_000;
        long seed = 1;
        boolean trace = false;
        boolean all = false;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--histories" -> histories = Long.parseLong(arguments[++i]);
                case "--seed" -> seed = Long.parseLong(arguments[++i]);
                case "--trace" -> trace = true;
                case "--all" -> all = true;
                default -> {
                    System.err.println("Unknown option " + arguments[i]
                            + "; usage: tools/simulate [--histories N] [--seed S] [--trace] [--all]");
                    System.exit(2);
                }
            }
        }
        System.exit(trace ? trace(seed) : runAll(seed, histories, all));
    }

    private static int trace(long seed) {
        Simulation.Result result = Simulation.trace(seed, Set.of());
        result.history().forEach(System.out::println);
        System.out.println(result.violation().map(each -> "BROKEN " + each).orElse("all invariants hold"));
        return result.violation().isPresent() ? 1 : 0;
    }

    private static int runAll(long firstSeed, long histories, boolean all) throws InterruptedException {
        long begin = System.nanoTime();
        AtomicLong next = new AtomicLong(firstSeed);
        AtomicLong steps = new AtomicLong();
        AtomicLong faults = new AtomicLong();
        AtomicLong runs = new AtomicLong();
        AtomicLong listed = new AtomicLong();
        AtomicReference<Simulation.Result> broken = new AtomicReference<>();
        Thread[] threads = new Thread[Runtime.getRuntime().availableProcessors()];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                long seed;
                while (broken.get() == null && (seed = next.getAndIncrement()) < firstSeed + histories) {
                    Simulation.Result result = Simulation.run(seed);
                    steps.addAndGet(result.steps());
                    faults.addAndGet(result.faults());
                    runs.addAndGet(result.runs());
                    if (result.violation().isPresent() && all) {
                        System.out.println("seed " + result.seed() + " breaks "
                                + result.violation().get());
                        listed.incrementAndGet();
                    } else if (result.violation().isPresent()) {
                        broken.compareAndSet(null, result);
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                "%d histories from seed %d, %d steps, %d faults, %d item runs, %.1f seconds%n",
                Math.min(histories, next.get() - firstSeed), firstSeed, steps.get(), faults.get(), runs.get(), seconds);
        if (broken.get() != null) {
            System.out.println(tellShortest(broken.get()));
            return 1;
        }
        return listed.get() > 0 ? 1 : 0;
    }

    /** The failing history without every fault that it breaks without, in full. */
    static String tellShortest(Simulation.Result broken) {
        Set<Integer> without = new TreeSet<>();
        Simulation.Result shortest = Simulation.trace(broken.seed(), without);
        for (int fault = broken.planned() - 1; fault >= 0; fault--) {
            without.add(fault);
            Simulation.Result shorter = Simulation.trace(broken.seed(), without);
            if (shorter.violation().isPresent()) {
                shortest = shorter;
            } else {
                without.remove(fault);
            }
        }
        return String.join("\n", shortest.history()) + "\nseed " + broken.seed() + ", here without "
                + (broken.planned() - shortest.faults()) + " of its " + broken.planned() + " faults, breaks "
                + shortest.violation().orElse("nothing");
    }
}
