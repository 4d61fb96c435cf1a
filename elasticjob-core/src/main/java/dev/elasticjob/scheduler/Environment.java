package dev.elasticjob.scheduler;

import dev.elasticjob.threads.VirtualThreads;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clocks and threads of a scheduler.
 *
 * @param clock the time of day
 * @param nanoTime monotonic time
 * @param deciding threads that run the engine
 * @param working threads that run items
 */
record Environment(
        Clock clock,
        LongSupplier nanoTime,
        ScheduledExecutorService timer,
        ExecutorService deciding,
        ExecutorService working) {

    private static final int DECIDING_THREADS = 2;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration WORKER_IDLE = Duration.ofSeconds(5);

    static Environment system() {
        return new Environment(
                Clock.systemDefaultZone(), System::nanoTime, newTimer(), newDecidingThreads(), newWorkerThreads());
    }

    static ScheduledExecutorService newTimer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, new NamedThreads("elasticjob-timer"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    static ExecutorService newDecidingThreads() {
        ThreadPoolExecutor deciding = new ThreadPoolExecutor(
                DECIDING_THREADS,
                DECIDING_THREADS,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new NamedThreads("elasticjob-coordination"));
        deciding.allowCoreThreadTimeOut(true);
        return deciding;
    }

    static ExecutorService newWorkerThreads() {
        return VirtualThreads.ifWanted()
                .orElseGet(() -> new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        WORKER_IDLE.toSeconds(),
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        new NamedThreads("elasticjob-worker")));
    }
}
