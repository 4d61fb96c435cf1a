package dev.elasticjob.scheduler;

import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.threads.VirtualThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The clocks, threads and sources of randomness of a scheduler.
 *
 * @param clock the time of day
 * @param nanoTime monotonic time
 * @param random the calling thread's source of nonces and jitter
 * @param identities creates an instance at an address, with a new id at every call
 * @param deciding threads that run the engine
 * @param working threads that run items
 */
record Environment(
        Clock clock,
        LongSupplier nanoTime,
        Supplier<RandomGenerator> random,
        Function<String, JobInstance> identities,
        ScheduledExecutorService timer,
        ExecutorService deciding,
        ExecutorService working) {

    private static final int DECIDING_THREADS = 2;
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration WORKER_IDLE = Duration.ofSeconds(5);

    static Environment system() {
        return system(Optional.empty());
    }

    /** @param virtualThreads whether items run on virtual threads; without it the system property counts */
    static Environment system(Optional<Boolean> virtualThreads) {
        return of(
                Clock.systemDefaultZone(),
                System::nanoTime,
                newTimer(),
                newDecidingThreads(),
                newWorkerThreads(virtualThreads));
    }

    /** Creates an environment with the JVM's randomness. */
    static Environment of(
            Clock clock,
            LongSupplier nanoTime,
            ScheduledExecutorService timer,
            ExecutorService deciding,
            ExecutorService working) {
        return new Environment(
                clock,
                nanoTime,
                ThreadLocalRandom::current,
                address -> InstanceIdentity.fresh(address).toJobInstance(),
                timer,
                deciding,
                working);
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
        return newWorkerThreads(Optional.empty());
    }

    private static ExecutorService newWorkerThreads(Optional<Boolean> virtualThreads) {
        return VirtualThreads.ifWanted(virtualThreads)
                .orElseGet(() -> new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        WORKER_IDLE.toSeconds(),
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        new NamedThreads("elasticjob-worker")));
    }

    /** Returns the time of day. Never throws: the system's clock replaces one that does. */
    Instant now(Guard guard) {
        return guard.get(OutgoingCall.CLOCK, clock::instant, Instant.now());
    }
}
