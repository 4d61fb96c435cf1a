package dev.elasticjob.tracing.rdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.rdb.schema.Dialect;
import dev.elasticjob.tracing.rdb.schema.Schema;
import dev.elasticjob.tracing.rdb.schema.Table;
import dev.elasticjob.tracing.rdb.server.H2Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the queries for databases that are not available here, with the compatibility modes of H2. */
class DialectsOfQueriesTest {

    @ParameterizedTest
    @CsvSource({"ORACLE, Oracle", "SQLSERVER, MSSQLServer", "DB2, DB2", "STANDARD, REGULAR"})
    void every_question_is_understood(Dialect dialect, String mode) throws SQLException {
        DataSource dataSource = new H2Database(mode).fresh();
        Schema schema = new Schema(dialect);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            schema.require(connection, Table.EXECUTIONS);
            schema.require(connection, Table.STATES);
            for (int i = 0; i < 30; i++) {
                statement.execute("INSERT INTO JOB_EXECUTION_LOG (id, job_name, task_id, hostname, ip, sharding_item,"
                        + " execution_source, is_success, start_time, complete_time) VALUES ('id" + i
                        + "', 'orders', 'task', 'host', '10.0.0.1', " + i % 3 + ", 'MISFIRE', 0, '2026-03-01 10:00:"
                        + (10 + i) + "', '2026-03-01 10:01:00')");
            }
        }
        JobHistory history = new JobHistory(dataSource, connection -> schema);
        ExecutionQuery query = new ExecutionQuery()
                .job("orders")
                .item(1)
                .ip("10.0.0.1")
                .hostname("host")
                .task("task")
                .result(Result.FAILURE)
                .source(RunSource.MISFIRE)
                .from(Instant.EPOCH)
                .to(Instant.parse("2027-01-01T00:00:00Z"))
                .limit(4);

        Page<Execution> first = history.executions(query);
        Page<Execution> second = history.executions(query.after(first.next().orElseThrow()));
        Page<Execution> third = history.executions(query.after(second.next().orElseThrow()));

        assertThat(first.rows()).hasSize(4);
        assertThat(third.rows()).hasSize(2);
        assertThat(third.next()).isEmpty();
        assertThat(history.grid("orders", 3).runs()).hasSize(3);
        assertThat(history.jobNames("o", 3)).containsExactly("orders");
        Instant hour = first.rows().get(0).start();
        assertThat(history.countsByHour(Optional.of("orders"), hour, hour.plusSeconds(1)))
                .singleElement()
                .extracting(HourCount::failure)
                .isEqualTo(30L);
        assertThat(history.statesOf("task")).isEmpty();
        assertThat(history.stateChanges(new StateQuery().job("orders")).rows()).isEmpty();
    }
}
