package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.memory.SessionControl;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the scheduler does with the lease of its session. Monotonic time passes when the test says so. */
class LeaseRulesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration UNTIL_LAST_SIXTH = Duration.ofSeconds(50);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final long LIMIT_SECONDS = 60;

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicLong answeredAt = new AtomicLong();
    private final InMemoryRegistry registry =
            InMemoryRegistry.builder().sessionTimeout(TIMEOUT).build();
    private final CoordinatorRegistryCenter center = new InMemoryRegistryCenter(registry, "test");
    private final ScheduledExecutorService timer = Environment.newTimer();
    private final List<Runnable> leaseChecks = new CopyOnWriteArrayList<>();
    private final AtomicLong leaseCheckNanos = new AtomicLong();
    private final CompletableFuture<RegistrySession> opened = new CompletableFuture<>();
    private final Guard guard = Guard.of("test", nanoTime::get);
    private final AtomicInteger failingCloses = new AtomicInteger();
    private final List<String> notified = new CopyOnWriteArrayList<>();

    @BeforeEach
    void init() {
        center.init();
    }

    @AfterEach
    void close() {
        center.close();
        timer.shutdownNow();
    }

    // ---- the environment ----

    private void pass(Duration time) {
        nanoTime.addAndGet(time.toNanos());
    }

    /** The registry answers: the lease begins again. */
    private void answer() {
        answeredAt.set(nanoTime.get());
    }

    private void checkLease() {
        leaseChecks.forEach(Runnable::run);
    }

    /** Keeps periodic tasks for the test to run. */
    private ScheduledExecutorService manualPeriods() {
        return proxy(ScheduledExecutorService.class, timer, (name, arguments) -> {
            if (name.equals("scheduleWithFixedDelay")) {
                leaseChecks.add((Runnable) arguments[0]);
                leaseCheckNanos.set((long) arguments[2]);
                return timer.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);
            }
            return null;
        });
    }

    private CoordinatorRegistryCenter centerWithLease() {
        return proxy(
                CoordinatorRegistryCenter.class,
                center,
                (name, arguments) ->
                        name.equals("openSession") ? center.openSession().thenApply(this::withLease) : null);
    }

    private RegistrySession withLease(RegistrySession session) {
        opened.complete(session);
        return proxy(RegistrySession.class, session, (name, arguments) -> {
            if (name.equals("close") && failingCloses.getAndDecrement() > 0) {
                throw new IllegalStateException("injected");
            }
            if (!name.equals("leaseLeft")) {
                return null;
            }
            Duration left = TIMEOUT.minusNanos(nanoTime.get() - answeredAt.get());
            return left.isNegative() ? Duration.ZERO : left;
        });
    }

    private interface Interception {
        /** Returns the result, or null to call the object itself. */
        Object call(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, T object, Interception interception) {
        return type.cast(Proxy.newProxyInstance(
                LeaseRulesTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object result = interception.call(method.getName(), arguments);
                    if (result != null) {
                        return result;
                    }
                    try {
                        return method.invoke(object, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                }));
    }

    // ---- the session that jobs share ----

    private SharedSession newShared() {
        return new SharedSession(
                centerWithLease(),
                new ReliableTimer(manualPeriods(), guard),
                guard,
                nanoTime::get,
                ThreadLocalRandom::current);
    }

    private SharedSession openShared() {
        SharedSession shared = newShared();
        CountDownLatch open = new CountDownLatch(1);
        shared.add(user(open::countDown), 0, Integer.MAX_VALUE);
        shared.open();
        await(open);
        awaitStates();
        return shared;
    }

    private SessionUser user(Runnable onOpen) {
        return new SessionUser() {
            @Override
            public void sessionOpened(OpenSession session) {
                notified.add("opened");
                onOpen.run();
            }

            @Override
            public void sessionSuspended() {
                notified.add("suspended");
            }

            @Override
            public void sessionResumed() {
                notified.add("resumed");
            }

            @Override
            public void leaseEnding() {
                notified.add("lease ending");
            }

            @Override
            public void sessionLost() {
                notified.add("lost");
            }
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Waits until every change of state so far was delivered: the registry has one thread for all. */
    private void awaitStates() {
        CompletableFuture<Void> delivered = new CompletableFuture<>();
        opened.join().onStateChange(state -> delivered.complete(null));
        delivered.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    @Test
    void runs_are_interrupted_when_a_sixth_of_the_lease_is_left() {
        openShared();
        pass(UNTIL_LAST_SIXTH.minus(MOMENT));
        checkLease();
        assertThat(notified).containsExactly("opened");

        pass(MOMENT);
        checkLease();
        assertThat(notified).containsExactly("opened", "suspended", "lease ending");
    }

    @Test
    void the_lease_is_checked_often_enough_to_interrupt_in_its_last_sixth() {
        openShared();
        assertThat(Duration.ofNanos(leaseCheckNanos.get())).isLessThanOrEqualTo(TIMEOUT.dividedBy(12));
    }

    @Test
    void a_paused_process_has_no_lease_until_the_registry_answers() {
        openShared();
        assertThat(opened.join().state()).isEqualTo(State.CONNECTED);
        pass(Duration.ofMinutes(5));
        checkLease();
        assertThat(notified).containsExactly("opened", "suspended", "lease ending");
        checkLease();
        assertThat(notified).as("once").hasSize(3);

        answer();
        checkLease();
        assertThat(notified).containsExactly("opened", "suspended", "lease ending", "resumed");
    }

    @Test
    void a_connection_alone_does_not_renew_the_lease() {
        openShared();
        SessionControl control = registry.control(opened.join());
        control.suspend();
        awaitStates();
        pass(UNTIL_LAST_SIXTH);
        control.resume();
        awaitStates();
        assertThat(notified).containsExactly("opened", "suspended");

        answer();
        checkLease();
        assertThat(notified).containsExactly("opened", "suspended", "resumed");
    }

    @Test
    void a_session_that_is_back_before_its_lease_ends_interrupts_nothing() {
        openShared();
        SessionControl control = registry.control(opened.join());
        control.suspend();
        awaitStates();
        pass(UNTIL_LAST_SIXTH.minus(MOMENT));
        checkLease();
        control.resume();
        awaitStates();
        assertThat(notified).containsExactly("opened", "suspended", "resumed");
    }

    @Test
    void a_close_that_throws_is_repeated_until_the_session_has_ended() {
        SharedSession shared = openShared();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        opened.join().onStateChange(state -> {
            if (state == State.CLOSED) {
                closed.complete(null);
            }
        });
        failingCloses.set(2);
        shared.close();
        closed.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    @Test
    void a_lease_that_ends_again_after_the_session_was_resumed_interrupts_again() {
        openShared();
        pass(UNTIL_LAST_SIXTH);
        checkLease();
        answer();
        checkLease();
        pass(UNTIL_LAST_SIXTH);
        checkLease();
        assertThat(notified)
                .containsExactly("opened", "suspended", "lease ending", "resumed", "suspended", "lease ending");
    }

    @Test
    void a_job_that_is_added_to_a_suspended_session_is_notified_of_that() {
        SharedSession shared = openShared();
        registry.control(opened.join()).suspend();
        awaitStates();
        assertThat(shared.add(user(() -> {}), 0, Integer.MAX_VALUE)).isTrue();
        assertThat(notified).containsExactly("opened", "suspended", "opened", "suspended");
    }

    @Test
    void a_session_that_was_lost_is_replaced_by_another_whose_lease_is_checked() {
        CountDownLatch reopened = new CountDownLatch(2);
        SharedSession shared = newShared();
        shared.add(user(reopened::countDown), 0, Integer.MAX_VALUE);
        shared.open();
        registry.control(opened.join()).expire();
        await(reopened);
        // Also waits until the lease of the second one is checked.
        assertThat(shared.view()).isNotEqualTo(SessionView.NONE);
        assertThat(notified).containsExactly("opened", "lost", "opened");
        pass(UNTIL_LAST_SIXTH);
        checkLease();
        assertThat(notified).endsWith("suspended", "lease ending").hasSize(5);
    }

    @Test
    void a_session_has_room_for_jobs_until_their_bound_nodes_are_too_many() {
        SharedSession shared = newShared();
        SessionUser first = user(() -> {});
        assertThat(shared.add(first, 20, 10)).as("the first in any case").isTrue();
        assertThat(shared.add(user(() -> {}), 1, 20)).isFalse();
        assertThat(shared.remove(first)).as("the last").isTrue();
        SessionUser second = user(() -> {});
        assertThat(shared.add(second, 10, 20)).isTrue();
        assertThat(shared.add(user(() -> {}), 10, 20))
                .as("room of the first is free")
                .isTrue();
        assertThat(shared.remove(second)).as("the last").isFalse();
    }

    // ---- runs ----

    private Scheduler scheduler(ExecutorService working) {
        return new Scheduler(
                centerWithLease(),
                EngineSettings.DEFAULT,
                Environment.of(
                        Clock.systemDefaultZone(),
                        System::nanoTime,
                        manualPeriods(),
                        Environment.newDecidingThreads(),
                        working));
    }

    private static JobConfiguration config() {
        return JobConfiguration.newBuilder("job", 1).build();
    }

    /** Does something on the thread that runs an item, right before it. */
    private static ExecutorService before(Consumer<Runnable> run) {
        ExecutorService threads = Environment.newWorkerThreads();
        return proxy(ExecutorService.class, threads, (name, arguments) -> {
            if (name.equals("execute")) {
                Runnable task = (Runnable) arguments[0];
                threads.execute(() -> run.accept(task));
                return Void.class;
            }
            return null;
        });
    }

    @Test
    void a_run_does_not_begin_when_too_little_of_the_lease_is_left() {
        AtomicInteger begun = new AtomicInteger();
        List<Integer> begunWithoutLease = new ArrayList<>();
        AtomicBoolean paused = new AtomicBoolean();
        ExecutorService working = before(task -> {
            if (paused.getAndSet(false)) {
                // Between the commit of the start and the code: this process was paused.
                pass(UNTIL_LAST_SIXTH);
                task.run();
                begunWithoutLease.add(begun.get());
                answer();
            } else {
                task.run();
            }
        });
        try (Scheduler scheduler = scheduler(working)) {
            scheduler.start(config(), "Job", (configuration, runtime, context) -> begun.incrementAndGet());
            // The first run also asks the strategy, on the same threads.
            assertThat(run(scheduler).isSuccess()).isTrue();
            begun.set(0);
            paused.set(true);
            assertThat(run(scheduler).isSuccess()).isTrue();
            assertThat(begunWithoutLease).containsExactly(0);
            assertThat(begun).hasValue(1);
        }
    }

    private static OneOffResult run(Scheduler scheduler) {
        return scheduler
                .execute("job")
                .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void code_is_interrupted_when_the_lease_ends() {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        try (Scheduler scheduler = scheduler(Environment.newWorkerThreads())) {
            scheduler.start(config(), "Job", (configuration, runtime, context) -> {
                running.countDown();
                try {
                    new CountDownLatch(1).await(LIMIT_SECONDS, TimeUnit.SECONDS);
                    interrupted.complete(false);
                } catch (InterruptedException expected) {
                    interrupted.complete(context.isCancelled());
                }
            });
            CompletionStage<OneOffResult> result = scheduler.execute("job");
            await(running);
            pass(UNTIL_LAST_SIXTH);
            checkLease();

            assertThat(interrupted.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join())
                    .isTrue();
            answer();
            checkLease();
            assertThat(result.toCompletableFuture()
                            .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                            .join()
                            .items())
                    .containsEntry(0, OneOffResult.Outcome.ABANDONED);
        }
    }

    @Test
    void a_step_of_the_engine_that_failed_is_repeated_until_it_succeeds() {
        AtomicInteger failures = new AtomicInteger(3);
        Environment real = Environment.system();
        Environment failing = new Environment(
                real.clock(),
                real.nanoTime(),
                real.random(),
                address -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("injected");
                    }
                    return real.identities().apply(address);
                },
                real.timer(),
                real.deciding(),
                real.working());
        try (Scheduler scheduler = new Scheduler(center, EngineSettings.DEFAULT, failing)) {
            scheduler
                    .start(config(), "Job", (configuration, runtime, context) -> {})
                    .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join();
            assertThat(run(scheduler).isSuccess()).isTrue();
        }
    }
}
