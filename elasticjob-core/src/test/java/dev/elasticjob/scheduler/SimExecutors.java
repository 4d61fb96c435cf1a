package dev.elasticjob.scheduler;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The executors of a simulated process: what they are given happens in simulated time. */
final class SimExecutors {

    private SimExecutors() {}

    private abstract static class Base extends AbstractExecutorService {
        private final SimHost host;
        private final String name;

        Base(SimHost host, String name) {
            this.host = host;
            this.name = name;
        }

        abstract void start(SimHost host, Runnable task);

        @Override
        public void execute(Runnable task) {
            host.mayThrow(name);
            host.after(host.chance(0.3) ? host.any(3) : 0, () -> start(host, task));
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return !host.isAlive();
        }

        @Override
        public boolean isTerminated() {
            return !host.isAlive();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    /** Threads that decide. */
    static ExecutorService deciding(SimHost host) {
        return new Base(host, "deciding") {
            @Override
            void start(SimHost process, Runnable task) {
                task.run();
            }
        };
    }

    /** Threads that run items. */
    static ExecutorService working(SimHost host) {
        return new Base(host, "working") {
            @Override
            void start(SimHost process, Runnable task) {
                process.threads().start(process, task);
            }
        };
    }

    /** The timer. */
    static final class Timer extends Base implements ScheduledExecutorService {
        private final SimHost process;

        Timer(SimHost host) {
            super(host, "timer");
            process = host;
        }

        @Override
        void start(SimHost host, Runnable task) {
            task.run();
        }

        private final class Planned extends FutureTask<Void> implements ScheduledFuture<Void> {
            private final Runnable task;

            Planned(Runnable task) {
                super(task, null);
                this.task = task;
            }

            private void plan(long delayMs, boolean repeated) {
                process.after(delayMs, () -> {
                    if (!isCancelled()) {
                        task.run();
                        if (repeated) {
                            plan(delayMs, true);
                        }
                    }
                });
            }

            @Override
            public long getDelay(TimeUnit unit) {
                throw new UnsupportedOperationException();
            }

            @Override
            public int compareTo(Delayed other) {
                throw new UnsupportedOperationException();
            }
        }

        private ScheduledFuture<?> plan(Runnable task, long delay, TimeUnit unit, boolean repeated) {
            process.mayThrow("timer");
            long nanos = unit.toNanos(delay);
            Planned planned = new Planned(task);
            planned.plan(nanos / 1_000_000 + (nanos % 1_000_000 == 0 ? 0 : 1), repeated);
            return planned;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return plan(task, delay, unit, false);
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
            throw new RejectedExecutionException("not simulated");
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
            throw new RejectedExecutionException("not simulated");
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit) {
            return plan(task, delay, unit, true);
        }
    }
}
