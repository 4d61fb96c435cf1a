package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.memory.SessionControl;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** One line in the log for every event that an operator needs to know, at the right level. */
class OperationalLogTest {

    private static final String JOB = "logged";
    private static final long LIMIT_SECONDS = 60;

    private final InMemoryRegistry registry = new InMemoryRegistry();
    private final List<Process> processes = new ArrayList<>();
    private final Lines lines = new Lines();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.elasticjob.scheduler");

    /** What was logged, and a way to wait for it. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {
        private final List<String> all = new ArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
                synchronized (this) {
                    all.add(event.getLevel() + " " + event.getFormattedMessage());
                    notifyAll();
                }
            }
        }

        synchronized long count(String pattern) {
            Predicate<String> matches = java.util.regex.Pattern.compile(pattern).asMatchPredicate();
            return all.stream().filter(matches).count();
        }

        synchronized void await(String pattern) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (count(pattern) == 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                assertThat(left).as("no line %s in %s", pattern, all).isPositive();
                try {
                    wait(left);
                } catch (InterruptedException interrupted) {
                    throw new AssertionError(interrupted);
                }
            }
        }
    }

    /** A process with a registry center and a scheduler of its own. */
    private final class Process {
        final CoordinatorRegistryCenter center = new InMemoryRegistryCenter(registry, "log");
        final List<RegistrySession> sessions = new CopyOnWriteArrayList<>();
        final Scheduler scheduler;

        Process() {
            center.init();
            scheduler = new Scheduler(noting(), EngineSettings.DEFAULT, Environment.system());
            processes.add(this);
        }

        private CoordinatorRegistryCenter noting() {
            return (CoordinatorRegistryCenter) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {CoordinatorRegistryCenter.class},
                    (proxy, method, arguments) -> method.getName().equals("openSession")
                            ? center.openSession().thenApply(session -> {
                                sessions.add(session);
                                return session;
                            })
                            : method.invoke(center, arguments));
        }

        void start(String className, ItemCode code) {
            scheduler
                    .start(
                            JobConfiguration.newBuilder(JOB, 2)
                                    .failover(true)
                                    .jobErrorHandlerType("IGNORE")
                                    .build(),
                            className,
                            code)
                    .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join();
        }

        SessionControl control() {
            return registry.control(sessions.get(sessions.size() - 1));
        }
    }

    @BeforeEach
    void capture() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        processes.forEach(each -> each.scheduler.close());
        processes.forEach(each -> each.center.close());
        logger.detachAppender(lines);
    }

    @Test
    void a_job_that_starts_logs_that_it_joined_leads_and_owns_its_items() {
        new Process().start("A", (configuration, runtime, context) -> {});
        lines.await("INFO Joined job 'logged' as .+@-@.+");
        lines.await("INFO Became leader of job 'logged' as .+@-@.+");
        lines.await("INFO Job 'logged': assigned 2 items to \\[.+] \\(epoch 1\\)");
        lines.await("INFO Job 'logged': owned items changed from \\[] to \\[0-1]");
        assertThat(lines.count("INFO Became leader.*")).isEqualTo(1);
    }

    @Test
    void a_lost_instance_logs_the_loss_the_new_leader_and_the_failover() {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        Process lost = new Process();
        lost.start("A", (configuration, runtime, context) -> {
            running.countDown();
            never.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        });
        CompletableFuture<OneOffResult> run = lost.scheduler.execute(JOB);
        await(running);
        new Process().start("A", (configuration, runtime, context) -> {});
        lost.control().suspend();
        lost.control().expire();
        lines.await("WARN Job 'logged': instance .+ left or was lost; its items are assigned to other instances");
        lines.await("WARN Job 'logged': item [01] failed over from .+ to .+: run .+, attempt 2, token \\d+");
        assertThat(lines.count("INFO Became leader of job 'logged' as .+")).isEqualTo(2);
        never.countDown();
        lost.control().resume();
        assertThat(run.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join().items())
                .hasSize(2);
    }

    @Test
    void an_outage_of_the_registry_logs_one_line_at_its_beginning_and_one_at_its_end() {
        Process process = new Process();
        process.start("A", (configuration, runtime, context) -> {});
        process.control().suspend();
        lines.await("WARN Registry lost: .*, session 0x.+: the connection was lost\\. No items are started.*");
        process.control().resume();
        lines.await("INFO Registry back after \\d+ ms: .*, session 0x.+ continues");
        process.control().expire();
        lines.await("WARN Session 0x.+ on .* is LOST after \\d+ ms without a connection; .*");
        lines.await("INFO Registry back after \\d+ ms: .*, new session 0x.+");
        assertThat(lines.count("WARN Registry lost.*")).isEqualTo(1);
    }

    @Test
    void a_run_that_fails_is_logged_with_its_item() {
        Process process = new Process();
        process.start("A", (configuration, runtime, context) -> {
            if (context.getShardingItem() == 1) {
                throw new IllegalStateException("no stock");
            }
        });
        process.scheduler
                .execute(JOB)
                .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
        lines.await("INFO Job 'logged': item 1 failed in run .+: attempt 1, token \\d+: .*no stock");
    }

    @Test
    void a_shutdown_logs_the_items_that_it_waits_for() {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        Process process = new Process();
        process.start("A", (configuration, runtime, context) -> {
            running.countDown();
            end.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        });
        process.scheduler.execute(JOB);
        await(running);
        CompletableFuture<Void> left = process.scheduler.shutdown(JOB);
        lines.await("INFO Job 'logged': waiting for items \\[0-1] to end: it was shut down");
        end.countDown();
        left.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
        lines.await("INFO Left job 'logged': it was shut down");
    }

    @Test
    void a_removed_job_is_logged_as_a_warning() {
        Process process = new Process();
        process.start("A", (configuration, runtime, context) -> {});
        lines.await("INFO Job 'logged': owned items changed from \\[] to \\[0-1]");
        RegistrySession operator =
                process.center.openSession().toCompletableFuture().join();
        // As often as the job writes something in between.
        CommitResult removed;
        do {
            removed = operator.commit(removal(operator)).toCompletableFuture().join();
        } while (!(removed instanceof CommitResult.Committed));
        lines.await("WARN Job 'logged' was removed from the registry; it does not run in this process any more");
    }

    private static Transaction removal(RegistrySession operator) {
        Transaction.Builder transaction = Transaction.builder();
        delete("/" + JOB, operator, transaction);
        return transaction.build();
    }

    private static void delete(String path, RegistrySession operator, Transaction.Builder transaction) {
        Snapshot snapshot = (Snapshot) operator.read(ReadRequest.empty().children(path))
                .toCompletableFuture()
                .join();
        snapshot.children(path).forEach(name -> delete(path + "/" + name, operator, transaction));
        transaction.delete(path, Transaction.ANY_VERSION);
    }

    @Test
    void two_classes_under_one_job_name_are_logged() {
        new Process().start("com.example.Orders", (configuration, runtime, context) -> {});
        new Process().start("com.example.Invoices", (configuration, runtime, context) -> {});
        lines.await("WARN Job 'logged': Two classes use this job name: the registry names com\\.example\\.Orders,"
                + " this process runs com\\.example\\.Invoices\\..*");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
