package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests a total in the registry that is too large for an epoch. */
class HostileTotalTest {

    private static final long LIMIT_SECONDS = 60;

    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "hostile");
    private final Semaphore ran = new Semaphore(0);
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.elasticjob");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeEach
    void init() {
        center.init();
        logged.start();
        loggers().forEach(each -> each.addAppender(logged));
    }

    /** Returns the loggers to capture. Messages of the scheduler are not passed to parent loggers. */
    private List<Logger> loggers() {
        return List.of(logger, (Logger) LoggerFactory.getLogger("dev.elasticjob.scheduler"));
    }

    @AfterEach
    void close() {
        loggers().forEach(each -> each.detachAppender(logged));
        center.close();
    }

    private static String config(String total) {
        return "cron: 0/1 * * * * ?\njobName: job\nshardingTotalCount: " + total + "\n";
    }

    private ScheduleJobBootstrap start() {
        ScheduleJobBootstrap result = new ScheduleJobBootstrap(
                center,
                (SimpleJob) context -> ran.release(),
                JobConfiguration.newBuilder("job", 1).cron("0/1 * * * * ?").build());
        result.schedule();
        return result;
    }

    private void requireRun(String when) throws InterruptedException {
        ran.drainPermits();
        assertThat(ran.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)).as(when).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483647", "300000"})
    void a_worker_reports_it_survives_runs_other_jobs_and_runs_the_job_after_a_repair(String total)
            throws InterruptedException {
        try (FuzzedRegistry registry = new FuzzedRegistry(center)) {
            OneOffJobBootstrap healthy = new OneOffJobBootstrap(
                    center,
                    (SimpleJob) context -> {},
                    JobConfiguration.newBuilder("healthy", 1).build());
            ScheduleJobBootstrap job = start();
            requireRun("before");

            registry.put("/job/config", config(total));
            healthy.execute().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
            requireRun("with the last configuration that could be used");
            job.shutdown();

            job = start();
            healthy.execute().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
            assertThat(List.copyOf(logged.list))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anyMatch(message -> message.contains("job")
                            && message.contains("shardingTotalCount")
                            && message.contains(total)
                            && message.contains("100000"));
            registry.put("/job/config", config("1"));
            requireRun("after the repair");
            job.shutdown();
            healthy.shutdown();
        }
    }
}
