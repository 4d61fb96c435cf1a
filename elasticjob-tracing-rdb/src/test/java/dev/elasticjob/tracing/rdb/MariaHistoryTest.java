package dev.elasticjob.tracing.rdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.tracing.rdb.server.MariaDatabase;
import dev.elasticjob.tracing.rdb.server.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests history in MariaDB. */
class MariaHistoryTest {

    private static MariaDatabase server;

    @BeforeAll
    static void startServer() {
        server = new MariaDatabase();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void what_the_character_set_of_an_old_table_does_not_have_becomes_a_question_mark(MariaDatabase.Driver driver)
            throws SQLException {
        TestDatabase database = server.through(driver);
        DataSource dataSource = database.fresh();
        for (String each : database.tablesOfElasticJob()) {
            TestDatabase.execute(dataSource, each.startsWith("CREATE TABLE") ? each + " CHARSET=latin1" : each);
        }
        HistoryWriter writer = HistoryWriter.start(dataSource, RdbTracingSettings.of(Map.of()));
        try {
            Instant now = Instant.now();
            writer.onEvent(SampleRun.of("plain", 1, now).finished(0));
            writer.onEvent(SampleRun.of("orders", 1, now).failed(0, new IllegalStateException("库存 is empty")));
            HistoryContract.settle(writer);

            assertThat(TestDatabase.count(dataSource, "JOB_EXECUTION_LOG WHERE job_name = 'plain'"))
                    .isEqualTo(1);
            assertThat(TestDatabase.rows(
                                    dataSource, "SELECT failure_cause FROM JOB_EXECUTION_LOG WHERE job_name = 'orders'")
                            .get(0)
                            .get(0))
                    .startsWith("java.lang.IllegalStateException: ?? is empty");
        } finally {
            writer.close();
        }
    }

    @Nested
    class WithItsOwnDriver extends HistoryContract {

        @Override
        TestDatabase start() {
            return server.through(MariaDatabase.Driver.MARIADB);
        }
    }

    @Nested
    class WithTheDriverOfMysql extends HistoryContract {

        @Override
        TestDatabase start() {
            return server.through(MariaDatabase.Driver.MYSQL);
        }
    }
}
