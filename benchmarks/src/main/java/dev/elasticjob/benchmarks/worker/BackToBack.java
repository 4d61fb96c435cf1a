package dev.elasticjob.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Runs one-off jobs again and again: each as soon as all items of its last run have run. */
final class BackToBack {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Engine engine;
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();

    BackToBack(Engine engine) {
        this.engine = engine;
    }

    /** One job and the thread that asks for its runs. */
    final class Driven {

        private final String job;
        private final int items;
        private final AtomicInteger left = new AtomicInteger();
        private volatile Thread thread;

        Driven(String job, int items) {
            this.job = job;
            this.items = items;
        }

        void itemRan() {
            runs.incrementAndGet();
            if (left.decrementAndGet() == 0) {
                LockSupport.unpark(thread);
            }
        }

        private void drive(long end) {
            thread = Thread.currentThread();
            while (System.nanoTime() < end) {
                left.set(items);
                engine.execute(job);
                long asked = System.nanoTime();
                long patience = Math.min(asked + PATIENCE_NANOS, end);
                while (left.get() > 0 && System.nanoTime() < patience) {
                    LockSupport.parkNanos(this, patience - System.nanoTime());
                }
                if (left.get() > 0 && patience < end) {
                    lost.incrementAndGet();
                }
                while (!engine.isIdle(job) && System.nanoTime() < end) {
                    LockSupport.parkNanos(100_000);
                }
            }
        }
    }

    /** @return item runs, requests that led to nothing in time, nanoseconds */
    String run(List<Driven> jobs, long nanos) throws InterruptedException {
        runs.set(0);
        lost.set(0);
        long begun = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (Driven job : jobs) {
            Thread thread = new Thread(() -> job.drive(begun + nanos), "drives-" + job.job);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return runs.get() + " " + lost.get() + " " + (System.nanoTime() - begun);
    }
}
