package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.scheduler.OneOffResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Tests the environment and the threads of the code of a job. Counts threads, so no other test may run at the same time. */
@Isolated
class RunningCodeTest {

    private static final Logger LOG = LoggerFactory.getLogger(RunningCodeTest.class);

    @Test
    void the_log_and_the_thread_name_contain_job_and_item_only_during_the_run() {
        Map<Integer, String> names = new ConcurrentHashMap<>();
        SimpleJob job = context -> {
            names.put(context.getShardingItem(), Thread.currentThread().getName());
            LOG.warn("at work");
        };
        try (Application application = new Application();
                CapturedLog log = new CapturedLog()) {
            OneOffResult result = application.run(job, JobConfiguration.newBuilder("named", 2));

            assertThat(names).isEqualTo(Map.of(0, "elasticjob-named-0", 1, "elasticjob-named-1"));
            assertThat(log.events())
                    .filteredOn(event -> event.getFormattedMessage().equals("at work"))
                    .extracting(ILoggingEvent::getMDCPropertyMap)
                    .containsExactlyInAnyOrder(
                            Map.of("job", "named", "item", "0", "run", result.runId()),
                            Map.of("job", "named", "item", "1", "run", result.runId()));
        }
    }

    @Test
    void entries_that_code_leaves_in_the_mdc_stay_and_entries_of_the_scheduler_are_removed() {
        Set<Map<String, String>> seen = ConcurrentHashMap.newKeySet();
        SimpleJob job = context -> {
            Map<String, String> mdc = MDC.getCopyOfContextMap();
            mdc.remove("run");
            seen.add(mdc);
        };
        try (Application application = new Application()) {
            application.run(job, JobConfiguration.newBuilder("first", 1));
            application.run(job, JobConfiguration.newBuilder("second", 1));
        }
        assertThat(seen)
                .containsExactlyInAnyOrder(Map.of("job", "first", "item", "0"), Map.of("job", "second", "item", "0"));
    }

    private static List<String> threadsThatRunItems() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("elasticjob-worker") || name.startsWith("elasticjob-idle"))
                .toList();
    }

    @Test
    void jobs_that_do_not_run_hold_no_thread() {
        SimpleJob job = context -> {};
        try (Application application = new Application()) {
            application.run(job, JobConfiguration.newBuilder("idle-0", 4));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(Application.LIMIT_SECONDS))
                    .until(() -> threadsThatRunItems().isEmpty());
            int before = Thread.activeCount();
            for (int i = 1; i <= 30; i++) {
                application.run(job, JobConfiguration.newBuilder("idle-" + i, 4));
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(Application.LIMIT_SECONDS))
                    .until(() -> threadsThatRunItems().isEmpty() && Thread.activeCount() <= before + 2);
        }
    }
}
