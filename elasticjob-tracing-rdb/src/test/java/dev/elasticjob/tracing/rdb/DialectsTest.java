package dev.elasticjob.tracing.rdb;

import static dev.elasticjob.tracing.rdb.server.TestDatabase.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.tracing.rdb.schema.Dialect;
import dev.elasticjob.tracing.rdb.schema.Schema;
import dev.elasticjob.tracing.rdb.server.H2Database;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the statements for databases that are not available here, with the compatibility modes of H2. */
class DialectsTest {

    @ParameterizedTest
    @CsvSource({"ORACLE, Oracle", "SQLSERVER, MSSQLServer", "DB2, DB2", "STANDARD, REGULAR"})
    void every_statement_is_understood(Dialect dialect, String mode) throws SQLException {
        DataSource dataSource = new H2Database(mode).fresh();
        Map<String, String> settings = Map.of(
                "retention.days", "10",
                "retention.rows", "100",
                "maintenance.interval.milliseconds", "20",
                "batch.delay.milliseconds", "5");
        HistoryWriter writer = HistoryWriter.start(
                dataSource, RdbTracingSettings.of(settings), connection -> new Schema(dialect), Clock.systemUTC());
        try (LogLines log = new LogLines()) {
            Instant now = Instant.now();
            for (int day = 0; day < 20; day++) {
                SampleRun.of("orders", 3, now.minus(Duration.ofDays(day)).minusSeconds(60))
                        .wholeRun(writer);
            }
            writer.onEvent(SampleRun.of("unfinished", 1, now.minus(Duration.ofHours(30)))
                    .started(0));

            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(writer.metrics().waiting()).isZero();
                assertThat(count(dataSource, "JOB_EXECUTION_LOG WHERE job_name = 'orders'"))
                        .isEqualTo(30);
                assertThat(count(dataSource, "JOB_STATUS_TRACE_LOG")).isEqualTo(30);
                assertThat(count(dataSource, "JOB_EXECUTION_LOG WHERE failure_cause LIKE 'No end%'"))
                        .isEqualTo(1);
            });
            assertThat(writer.metrics().dropped()).isZero();
            assertThat(log.lines()).isEmpty();
        } finally {
            writer.close();
        }
    }
}
