package dev.elasticjob.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Runs one-off jobs back to back: each job is requested again as soon as all items of its last run have ended. */
final class BackToBack {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int LEAST_ROUNDS = 2;

    private final Engine engine;
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final List<Driven> jobs = new ArrayList<>();

    BackToBack(Engine engine) {
        this.engine = engine;
    }

    /** Adds a job and returns the code for its items. */
    IntConsumer driven(String job, int items) {
        Driven driven = new Driven(job, items);
        jobs.add(driven);
        return item -> driven.itemRan();
    }

    /** A job and the thread that requests its runs. */
    private final class Driven {

        private final String job;
        private final int items;
        private final AtomicInteger left = new AtomicInteger();
        private volatile Thread thread;

        private Driven(String job, int items) {
            this.job = job;
            this.items = items;
        }

        private void itemRan() {
            runs.incrementAndGet();
            if (left.decrementAndGet() == 0) {
                LockSupport.unpark(thread);
            }
        }

        private void drive(long begun, long nanos) {
            thread = Thread.currentThread();
            int rounds = 0;
            // Drives complete rounds only, and at least a minimum number, so that a slow round does not count as zero.
            while (System.nanoTime() - begun < nanos
                    || rounds < LEAST_ROUNDS && System.nanoTime() - begun < LONGEST_NANOS) {
                rounds++;
                left.set(items);
                engine.execute(job);
                long patience = System.nanoTime() + PATIENCE_NANOS;
                while (left.get() > 0 && System.nanoTime() < patience) {
                    LockSupport.parkNanos(this, patience - System.nanoTime());
                }
                if (left.get() > 0) {
                    lost.incrementAndGet();
                }
                long ran = System.nanoTime();
                while (!engine.isIdle(job) && System.nanoTime() - ran < PATIENCE_NANOS) {
                    LockSupport.parkNanos(100_000);
                }
            }
        }
    }

    /** @return item runs, requests that did not complete in time, and nanoseconds */
    String run(long nanos) throws InterruptedException {
        runs.set(0);
        lost.set(0);
        long begun = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (Driven job : jobs) {
            Thread thread = new Thread(() -> job.drive(begun, nanos), "drives-" + job.job);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return runs.get() + " " + lost.get() + " " + (System.nanoTime() - begun);
    }
}
