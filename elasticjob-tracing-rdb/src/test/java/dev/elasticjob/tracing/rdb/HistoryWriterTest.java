package dev.elasticjob.tracing.rdb;

import static dev.elasticjob.tracing.rdb.server.TestDatabase.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingMetrics;
import dev.elasticjob.tracing.rdb.server.H2Database;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Tests history while the database fails, hangs or rejects statements. */
class HistoryWriterTest {

    private static final Instant T = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final DataSource real = new H2Database().fresh();

    /** Data source that can hang or reject statements for a while. */
    private static final class Moody extends DelegatingDataSource {

        final AtomicBoolean refuses = new AtomicBoolean();
        final CountDownLatch asked = new CountDownLatch(1);
        volatile CountDownLatch hangs = new CountDownLatch(0);

        Moody(DataSource real) {
            super(real);
        }

        @Override
        public Connection getConnection() throws SQLException {
            asked.countDown();
            try {
                if (!hangs.await(60, TimeUnit.SECONDS)) {
                    throw new SQLTransientConnectionException("it hangs", "08001");
                }
            } catch (InterruptedException interrupted) {
                throw new SQLException("interrupted", "08001", interrupted);
            }
            if (refuses.get()) {
                throw new SQLTransientConnectionException("it is down", "08001");
            }
            return super.getConnection();
        }
    }

    private static HistoryWriter writer(DataSource dataSource, String... settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "batch.delay.milliseconds",
                "1",
                "retry.pause.milliseconds",
                "20",
                "maintenance.interval.milliseconds",
                "3600000"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return HistoryWriter.start(dataSource, RdbTracingSettings.of(all));
    }

    private static void send(HistoryWriter writer, int runs) {
        for (int i = 0; i < runs; i++) {
            SampleRun run = SampleRun.of("orders", 1, T.plusSeconds(i));
            writer.onEvent(run.started(0));
            writer.onEvent(run.finished(0));
        }
    }

    private static void awaitQuiet(HistoryWriter writer) {
        await().atMost(BOUND).until(() -> writer.metrics().waiting() == 0);
    }

    @Test
    void a_database_that_hangs_blocks_no_caller() throws SQLException {
        Moody moody = new Moody(real);
        moody.hangs = new CountDownLatch(1);
        HistoryWriter writer = writer(moody, "queue.capacity", "100");
        try {
            send(writer, 1000);
            TracingMetrics received = writer.metrics();

            moody.hangs.countDown();
            awaitQuiet(writer);

            TracingMetrics metrics = writer.metrics();
            assertThat(received.received()).isEqualTo(2000);
            assertThat(received.dropped()).isPositive();
            assertThat(metrics.dropped()).isEqualTo(received.dropped());
            assertThat(metrics.written() + metrics.dropped()).isEqualTo(2000);
            // Every accepted end is a row, with or without its start.
            assertThat(count(real, "JOB_EXECUTION_LOG WHERE complete_time IS NOT NULL"))
                    .isEqualTo(1000 - metrics.droppedRuns());
        } finally {
            writer.close();
        }
    }

    @Test
    void beginnings_go_before_ends_when_there_is_no_room() throws Exception {
        Moody moody = new Moody(real);
        moody.hangs = new CountDownLatch(1);
        HistoryWriter writer = writer(moody, "queue.capacity", "100", "batch.size", "1");
        try {
            writer.onEvent(SampleRun.of("first", 1, T).started(0));
            assertThat(moody.asked.await(BOUND.toSeconds(), TimeUnit.SECONDS))
                    .as("the writer has taken it out of the queue")
                    .isTrue();
            for (int i = 0; i < 76; i++) {
                writer.onEvent(SampleRun.of("running", 1, T.plusSeconds(i)).started(0));
            }
            assertThat(writer.metrics().dropped())
                    .as("beginnings beyond three quarters")
                    .isEqualTo(1);
            for (int i = 0; i < 26; i++) {
                writer.onEvent(SampleRun.of("ending", 1, T.plusSeconds(i)).finished(0));
            }
            assertThat(writer.metrics().dropped())
                    .as("and ends beyond the capacity")
                    .isEqualTo(2);
            moody.hangs.countDown();
            awaitQuiet(writer);
            assertThat(count(real, "JOB_EXECUTION_LOG WHERE job_name = 'ending'"))
                    .isEqualTo(25);
        } finally {
            writer.close();
        }
    }

    @Test
    void after_an_outage_queued_events_are_written_and_the_failure_was_logged_once() throws SQLException {
        Moody moody = new Moody(real);
        moody.refuses.set(true);
        try (LogLines log = new LogLines()) {
            HistoryWriter writer = writer(moody);
            try {
                send(writer, 50);
                await().atMost(BOUND).until(() -> !log.lines().isEmpty());
                moody.refuses.set(false);
                awaitQuiet(writer);

                assertThat(count(real, "JOB_EXECUTION_LOG WHERE complete_time IS NOT NULL"))
                        .isEqualTo(50);
                assertThat(writer.metrics()).isEqualTo(new TracingMetrics(100, 100, 0, 0, 0));
                assertThat(log.lines())
                        .filteredOn(line -> line.startsWith("History cannot be written"))
                        .hasSize(1);
            } finally {
                writer.close();
            }
        }
    }

    @Test
    void dropped_tables_are_created_again() throws SQLException {
        HistoryWriter writer = writer(real);
        try {
            send(writer, 1);
            awaitQuiet(writer);
            dev.elasticjob.tracing.rdb.server.TestDatabase.execute(real, "DROP TABLE JOB_EXECUTION_LOG");

            send(writer, 2);
            awaitQuiet(writer);

            assertThat(count(real, "JOB_EXECUTION_LOG")).isEqualTo(2);
            assertThat(writer.metrics().dropped()).isZero();
        } finally {
            writer.close();
        }
    }

    @Test
    void closing_waits_for_events_that_are_not_written() throws SQLException {
        HistoryWriter writer = writer(real, "batch.delay.milliseconds", "60000");
        send(writer, 700);

        writer.close();

        assertThat(count(real, "JOB_EXECUTION_LOG WHERE complete_time IS NOT NULL"))
                .isEqualTo(700);
        assertThat(writer.metrics()).isEqualTo(new TracingMetrics(1400, 1400, 0, 0, 0));
    }

    @Test
    void closing_waits_for_a_limited_time_and_counts_lost_events() {
        Moody moody = new Moody(real);
        moody.refuses.set(true);
        HistoryWriter writer = writer(moody, "close.timeout.milliseconds", "100");
        send(writer, 700);

        writer.close();

        awaitQuiet(writer);
        assertThat(writer.metrics()).isEqualTo(new TracingMetrics(1400, 0, 1400, 700, 0));
        writer.onEvent(SampleRun.of("orders", 1, T).started(0));
        assertThat(writer.metrics().dropped()).isEqualTo(1401);
    }

    @Test
    void its_thread_and_its_metrics_end_with_it() throws Exception {
        ObjectName names = new ObjectName("dev.elasticjob:type=History,*");
        var server = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> before = server.queryNames(names, null);
        HistoryWriter writer = writer(real);
        send(writer, 3);
        awaitQuiet(writer);
        Set<ObjectName> added = new HashSet<>(server.queryNames(names, null));
        added.removeAll(before);
        assertThat(added)
                .singleElement()
                .satisfies(
                        name -> assertThat(server.getAttribute(name, "Written")).isEqualTo(6L));

        writer.close();

        assertThat(server.queryNames(names, null)).doesNotContainAnyElementsOf(added);
        // Threads of other tests may still be ending.
        await().atMost(BOUND)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("elasticjob-history")));
    }

    @Test
    void events_that_have_no_row_are_not_counted() {
        HistoryWriter writer = writer(real);
        try {
            writer.onEvent(new JobEvent.Suspended("orders", T));

            assertThat(writer.metrics().received()).isZero();
        } finally {
            writer.close();
        }
    }

    @Test
    void settings_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> RdbTracingSettings.of(Map.of("retention.days", "soon")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retention.days is 'soon'");
        assertThatThrownBy(() -> RdbTracingSettings.of(Map.of("batch.size", "0")))
                .hasMessageContaining("batch.size is '0'; set it to a number from 1");
        assertThatThrownBy(() -> RdbTracingSettings.of(Map.of("retention.day", "3")))
                .hasMessageContaining("[retention.day] are not known; known are queue.capacity");
    }
}
