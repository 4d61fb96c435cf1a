package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ElasticJobListener;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.memory.SessionControl;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;
import dev.elasticjob.spi.JobShardingStrategy;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Throws at every call of the scheduler to code that is not its own. The calls are the methods of the interfaces in {@link
 * #INTERFACES}, and a few more; a method that is added there is tested without being listed.
 */
class OutgoingCallsTest {

    private static final String JOB = "job";
    private static final long LIMIT_SECONDS = 60;

    /** Everything that the scheduler calls and others implement. The package rules compare this with the code. */
    private static final List<Class<?>> INTERFACES = List.of(
            CoordinatorRegistryCenter.class,
            RegistrySession.class,
            Watch.class,
            ElasticJobListener.class,
            AbstractDistributeOnceElasticJobListener.class,
            JobErrorHandler.class,
            JobExecutorThreadPoolSizeProvider.class,
            JobShardingStrategy.class,
            TracingListenerFactory.class,
            TracingListener.class);

    private static final List<String> OTHER_CALLS = List.of(
            "ItemCode.run",
            "Clock.instant",
            "timer.schedule",
            "timer.scheduleWithFixedDelay",
            "deciding.execute",
            "working.execute");

    /** Methods that the scheduler does not call while jobs run, or whose exceptions belong to the application's call. */
    private static final Set<String> EXCEPT = Set.of(
            "CoordinatorRegistryCenter.init",
            "CoordinatorRegistryCenter.shared",
            "CoordinatorRegistryCenter.close",
            "TracingListenerFactory.storageType",
            "AbstractDistributeOnceElasticJobListener.startedTimeout",
            "AbstractDistributeOnceElasticJobListener.completedTimeout");

    /** So short that the lease is checked twice a second, and so long that it does not end while a session is suspended. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    private final InMemoryRegistry registry =
            InMemoryRegistry.builder().sessionTimeout(SESSION_TIMEOUT).build();
    private final CoordinatorRegistryCenter center = new InMemoryRegistryCenter(registry, "test");
    private final List<RegistrySession> opened = new CopyOnWriteArrayList<>();
    private final FaultyExtensions.Storage history = new FaultyExtensions.Storage();
    private Faults faults;
    private Scheduler scheduler;
    private RegistrySession operator;
    private int edits;

    static Stream<Arguments> calls() {
        List<String> names = new ArrayList<>(OTHER_CALLS);
        for (Class<?> type : INTERFACES) {
            Arrays.stream(type.getDeclaredMethods())
                    .filter(method ->
                            !method.isSynthetic() && java.lang.reflect.Modifier.isPublic(method.getModifiers()))
                    .map(Method::getName)
                    .distinct()
                    .map(method -> type.getSimpleName() + "." + method)
                    .filter(name -> !EXCEPT.contains(name) && !isFinal(name))
                    .forEach(names::add);
        }
        return names.stream()
                .sorted()
                .flatMap(name -> Stream.of(
                        Arguments.of(name, new IllegalStateException("injected")),
                        Arguments.of(name, new NoClassDefFoundError("injected"))));
    }

    /** The listener's own empty methods cannot throw. */
    private static boolean isFinal(String name) {
        return name.startsWith("AbstractDistributeOnceElasticJobListener.") && name.endsWith("JobExecuted");
    }

    @BeforeEach
    void open() {
        faults = Faults.install();
        center.init();
        operator = center.openSession().toCompletableFuture().join();
        Environment environment = Environment.of(
                faultyClock(),
                System::nanoTime,
                faults.wrap(ScheduledExecutorService.class, "timer", Environment.newTimer()),
                faults.wrap(ExecutorService.class, "deciding", Environment.newDecidingThreads()),
                faults.wrap(ExecutorService.class, "working", Environment.newWorkerThreads()));
        scheduler = new Scheduler(faultyCenter(), EngineSettings.DEFAULT, environment);
    }

    @AfterEach
    void close() {
        faults.disarm();
        scheduler.close();
        center.close();
    }

    private CoordinatorRegistryCenter faultyCenter() {
        CoordinatorRegistryCenter faulty =
                faults.wrap(CoordinatorRegistryCenter.class, "CoordinatorRegistryCenter", center);
        return (CoordinatorRegistryCenter) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {CoordinatorRegistryCenter.class},
                (proxy, method, arguments) -> {
                    if (!method.getName().equals("openSession")) {
                        return invoke(method, faulty, arguments);
                    }
                    return faulty.openSession().thenApply(this::faultySession);
                });
    }

    private RegistrySession faultySession(RegistrySession session) {
        opened.add(session);
        RegistrySession faulty = faults.wrap(RegistrySession.class, "RegistrySession", session);
        return (RegistrySession) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RegistrySession.class}, (proxy, method, arguments) -> {
                    Object result = invoke(method, faulty, arguments);
                    return result instanceof Watch watch ? faults.wrap(Watch.class, "Watch", watch) : result;
                });
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (java.lang.reflect.InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private Clock faultyClock() {
        Clock system = Clock.systemDefaultZone();
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return system.getZone();
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return system.withZone(zone);
            }

            @Override
            public Instant instant() {
                faults.at("Clock.instant");
                return system.instant();
            }
        };
    }

    private JobConfiguration config() {
        return JobConfiguration.newBuilder(JOB, 3)
                .jobListenerTypes(FaultyExtensions.TYPE, FaultyExtensions.Once.TYPE)
                .jobErrorHandlerType(FaultyExtensions.TYPE)
                .jobExecutorThreadPoolSizeProviderType(FaultyExtensions.TYPE)
                .jobShardingStrategyType(FaultyExtensions.TYPE)
                .setProperty("edit", String.valueOf(edits))
                .addExtraConfigurations(new TracingConfiguration<>(FaultyExtensions.TYPE, history))
                .build();
    }

    @ParameterizedTest(name = "{0} throws {1}")
    @MethodSource("calls")
    void a_job_runs_after_any_call_has_thrown(String call, Throwable thrown) {
        start();
        assertThat(ended(scheduler.execute(JOB)).isSuccess()).isTrue();
        Supplier<Throwable> fault = () -> thrown;

        faults.arm(call, fault);
        runWhateverHappens();
        faults.arm(call, fault);
        edit();
        runWhateverHappens();
        if (call.startsWith("RegistrySession.")) {
            faults.arm(call, fault);
            suspendFor(call);
            runWhateverHappens();
        }
        faults.arm(call, fault);
        registry.control(opened.get(opened.size() - 1)).expire();
        runWhateverHappens();
        faults.arm(call, fault);
        scheduler.shutdown(JOB).orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
        startWhateverHappens();
        runWhateverHappens();
        faults.disarm();

        assertThat(faults.thrown()).as("%s of %s", call, faults.called()).isPositive();
        awaitSuccess();
        assertThat(scheduler.localView(JOB).orElseThrow().running()).isEmpty();
    }

    /** Until the lease was checked. */
    private void suspendFor(String call) {
        SessionControl control = registry.control(opened.get(opened.size() - 1));
        control.suspend();
        faults.awaitCall(call.equals("RegistrySession.state") ? call : "RegistrySession.leaseLeft");
        control.resume();
    }

    private void start() {
        scheduler.start(config(), "Faulty", (configuration, runtime, context) -> {
            faults.at("ItemCode.run");
            runtime.mayContinue();
            if (faults.isArmed("JobErrorHandler.handleException")) {
                throw new IllegalStateException("for the error handler");
            }
        });
    }

    /** The application receives what its own call throws, and calls again. */
    private void startWhateverHappens() {
        try {
            start();
        } catch (Throwable injected) {
            assertThat(injected).hasMessageContaining("injected");
            start();
        }
    }

    private void runWhateverHappens() {
        assertThatCode(scheduler::tracingMetrics).doesNotThrowAnyException();
        assertThatCode(scheduler::sessions).doesNotThrowAnyException();
        CompletableFuture<OneOffResult> result = scheduler.execute(JOB);
        assertThatCode(() -> result.handle((items, failed) -> items).get(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("every run comes to an end")
                .doesNotThrowAnyException();
    }

    private static OneOffResult ended(CompletableFuture<OneOffResult> result) {
        return result.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    private void awaitSuccess() {
        assertThat(ended(scheduler.execute(JOB)).isSuccess())
                .as("%s", history.events())
                .isTrue();
        assertThat(history.events()).anyMatch(event -> event instanceof JobEvent.Finished);
    }

    private void edit() {
        edits++;
        CommitResult result = operator.commit(Transaction.builder()
                        .set("/" + JOB + "/config", JobConfigurationCodec.encode(config()), Transaction.ANY_VERSION)
                        .build())
                .toCompletableFuture()
                .join();
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
    }
}
