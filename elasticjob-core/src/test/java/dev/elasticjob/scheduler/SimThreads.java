package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Real threads that run one at a time. Code of the scheduler and of jobs that runs on a worker thread may wait for simulated
 * time to pass: meanwhile the thread that drives the simulation continues. So a history is the same each time.
 */
final class SimThreads {

    /** Ends the code of a process that was killed. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("the process was killed", null, false, false);
        }
    }

    private static final Deque<Worker> IDLE = new ArrayDeque<>();

    private final Semaphore back = new Semaphore(0);
    private final List<Worker> busy = new ArrayList<>();

    /** A thread of the pool that all simulations share. */
    static final class Worker extends Thread {
        private final Semaphore go = new Semaphore(0);
        private SimThreads threads;
        private SimHost host;
        private Runnable task;
        private long waits;
        private boolean waiting;
        private boolean stubborn;
        private long reaction;

        private Worker() {
            super("simulated-worker");
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                go.acquireUninterruptibly();
                SimThreads current = threads;
                try {
                    task.run();
                } catch (Killed killed) {
                    // It has no effect any more.
                } catch (Throwable thrown) {
                    host.escaped(thrown);
                }
                Thread.interrupted();
                current.busy.remove(this);
                threads = null;
                host = null;
                task = null;
                synchronized (IDLE) {
                    IDLE.push(this);
                }
                current.back.release();
            }
        }

        @Override
        public void interrupt() {
            super.interrupt();
            if (waiting && !stubborn) {
                long number = waits;
                SimThreads current = threads;
                host.after(reaction, () -> current.wake(this, number));
            }
        }

        SimHost host() {
            return host;
        }
    }

    /** The worker that the calling code runs on. */
    static Worker current() {
        return (Worker) Thread.currentThread();
    }

    /** Runs a task of a process on a worker thread until it ends or waits. */
    void start(SimHost host, Runnable task) {
        Worker worker;
        synchronized (IDLE) {
            worker = IDLE.poll();
        }
        if (worker == null) {
            worker = new Worker();
            worker.start();
        }
        worker.threads = this;
        worker.host = host;
        worker.task = task;
        worker.stubborn = false;
        busy.add(worker);
        letContinue(worker);
    }

    private void letContinue(Worker worker) {
        worker.go.release();
        back.acquireUninterruptibly();
    }

    /**
     * Waits on a worker thread for simulated time to pass.
     *
     * @param reaction how long the code takes to notice an interrupt
     * @throws InterruptedException if the thread is interrupted, unless the code is stubborn
     */
    void sleep(long millis, long reaction, boolean stubborn) throws InterruptedException {
        Worker worker = current();
        if (!stubborn && Thread.interrupted()) {
            throw new InterruptedException("interrupted before it waits");
        }
        long number = ++worker.waits;
        worker.reaction = reaction;
        worker.stubborn = stubborn;
        worker.waiting = true;
        worker.host.after(millis, () -> wake(worker, number));
        back.release();
        worker.go.acquireUninterruptibly();
        worker.waiting = false;
        if (!worker.host.isAlive()) {
            throw new Killed();
        }
        if (!stubborn && Thread.interrupted()) {
            throw new InterruptedException("interrupted while it waited");
        }
    }

    private void wake(Worker worker, long number) {
        if (worker.waiting && worker.threads == this && worker.waits == number) {
            worker.waits++;
            letContinue(worker);
        }
    }

    /** Ends the code of a process that was killed. */
    void end(SimHost host) {
        for (Worker worker : List.copyOf(busy)) {
            if (worker.host == host && worker.waiting) {
                worker.waits++;
                letContinue(worker);
            }
        }
    }
}
