package dev.elasticjob.tracing.rdb.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.rdb.schema.Schema;
import dev.elasticjob.tracing.rdb.schema.Table;
import dev.elasticjob.tracing.rdb.server.PostgresDatabase;
import dev.elasticjob.tracing.rdb.server.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the query plans of PostgreSQL: every query uses an index, and none reads or sorts more rows than it returns. Uses 100,000 rows;
 * {@code -Dhistory.rows=10000000} uses more. The plans are written to {@code target/history-plans.txt}.
 */
class PlansTest {

    private static final int ROWS = Integer.getInteger("history.rows", 100_000);

    /** Start of the first run. One run starts each second, so the last row starts this many seconds later. */
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    private static final Instant LATE = FIRST.plusSeconds((ROWS - 7200) / 3600 * 3600);
    private static final List<String> SEEN = new ArrayList<>();

    private static PostgresDatabase server;
    private static DataSource dataSource;
    private static JobHistory history;

    @BeforeAll
    static void fill() throws SQLException {
        server = new PostgresDatabase();
        dataSource = server.fresh();
        try (Connection connection = dataSource.getConnection()) {
            Schema schema = Schema.of(connection);
            schema.require(connection, Table.EXECUTIONS);
            schema.require(connection, Table.STATES);
        }
        // 200 jobs of 10 items on 100 hosts; one run in a hundred fails, one in a thousand is a misfire, few are still
        // active.
        TestDatabase.execute(
                dataSource,
                "INSERT INTO JOB_EXECUTION_LOG SELECT 'id-' || lpad(n::text, 12, '0'), 'job' || n % 200,"
                        + " 'job' || n % 200 || '@-@0,1,2,3,4,5,6,7,8,9@-@READY@-@10.0.0.' || n % 100 || '@-@1',"
                        + " 'host' || n % 100, '10.0.0.' || n % 100, (n / 200) % 10,"
                        + " CASE WHEN n % 1000 = 7 THEN 'MISFIRE' ELSE 'NORMAL_TRIGGER' END,"
                        + " CASE WHEN n % 100 = 3 THEN 'java.lang.IllegalStateException: boom' END,"
                        + " n % 100 <> 3 AND n % 5000 <> 11, TIMESTAMP '2026-01-01' + n * INTERVAL '1 second',"
                        + " CASE WHEN n % 5000 <> 11 THEN TIMESTAMP '2026-01-01' + (n + 1) * INTERVAL '1 second' END"
                        + " FROM generate_series(0, " + (ROWS - 1) + ") n",
                "INSERT INTO JOB_STATUS_TRACE_LOG SELECT 'id-' || lpad(n::text, 12, '0'), 'job' || n % 200, '',"
                        + " 'job' || n % 200 || '@-@' || n / 4000 || '@-@READY@-@10.0.0.1@-@1', '10.0.0.1',"
                        + " 'LITE_EXECUTOR', 'READY', '[1]', 'TASK_FINISHED', '',"
                        + " TIMESTAMP '2026-01-01' + n * INTERVAL '1 second' FROM generate_series(0, " + (ROWS - 1)
                        + ") n",
                "VACUUM ANALYZE JOB_EXECUTION_LOG",
                "VACUUM ANALYZE JOB_STATUS_TRACE_LOG");
        history = new JobHistory(dataSource);
    }

    @AfterAll
    static void printPlans() throws IOException {
        server.close();
        Path target = Path.of("target");
        if (Files.isDirectory(target)) {
            Files.write(target.resolve("history-plans.txt"), SEEN);
        }
    }

    private static ExecutionQuery query() {
        return new ExecutionQuery();
    }

    @Test
    void runs_by_job_time_item_and_host_come_from_an_index_in_order() throws SQLException {
        assertUses("job_execution_time_index", query());
        assertUses("job_execution_time_index", query().from(LATE).to(LATE.plusSeconds(3600)));
        assertUses("job_execution_job_index", query().job("job7"));
        assertUses("job_execution_job_index", query().job("job7").from(FIRST).to(LATE));
        assertUses("job_execution_item_index", query().job("job7").item(3));
        assertUses("job_execution_ip_index", query().ip("10.0.0.7"));
        assertUses("job_execution_host_index", query().hostname("host7"));
        assertUses("job_execution_job_index", query().job("job7").sortedBy(ExecutionQuery.Sort.START_TIME, true));
    }

    @Test
    void what_is_rare_is_found_without_reading_the_rest() throws SQLException {
        assertUses("job_execution_result_index", query().result(Result.FAILURE));
        assertUses("job_execution_result_index", query().result(Result.RUNNING));
        try (Connection connection = dataSource.getConnection()) {
            // There are so few rows that sorting them is acceptable.
            Select select = history.select(connection, query().job("job11").result(Result.RUNNING));
            assertPlan("job_execution_result_index", explain(connection, select, "running of a job"), false);
        }
        assertUses("job_execution_source_index", query().source(RunSource.MISFIRE));
        assertUses("job_execution_source_index", query().source(RunSource.FAILOVER));
        // Most runs succeed, so reading them in order of time finds them immediately.
        assertUses("job_execution_time_index", query().result(Result.SUCCESS));
    }

    @Test
    void a_page_in_the_middle_is_as_quick_as_the_first() throws SQLException {
        String middle = new Cursor(FIRST.plusSeconds(ROWS / 2).toString(), "id-").text();

        assertUses("job_execution_time_index", query().after(middle));
        assertUses("job_execution_job_index", query().job("job7").after(middle));
        try (Connection connection = dataSource.getConnection()) {
            // 100,000 rows contain 25 of this item, so sorting them is acceptable.
            Select select =
                    history.select(connection, query().job("job7").item(3).after(middle));
            assertPlan("job_execution_item_index", explain(connection, select, "in the middle"), false);
        }
        assertUses("job_execution_ip_index", query().ip("10.0.0.7").after(middle));
    }

    @Test
    void states_have_their_indexes() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            assertPlan(
                    "job_status_time_index",
                    explain(connection, history.select(connection, new StateQuery()), "states"),
                    true);
            assertPlan(
                    "job_status_job_index",
                    explain(connection, history.select(connection, new StateQuery().job("job7")), "states of a job"),
                    true);
            assertPlan(
                    "task_id_state_index",
                    explain(
                            connection,
                            history.select(connection, new StateQuery().task("job7@-@3@-@READY@-@10.0.0.1@-@1")),
                            "states of a task"),
                    false);
        }
    }

    @Test
    void counts_the_grid_and_names_are_there() {
        long begun = System.nanoTime();
        List<HourCount> day = history.countsByHour(Optional.empty(), LATE.minusSeconds(79200), LATE.plusSeconds(3600));
        List<HourCount> ofJob =
                history.countsByHour(Optional.of("job7"), LATE.minusSeconds(79200), LATE.plusSeconds(3600));
        long counted = System.nanoTime();
        RunGrid grid = history.grid("job7", 50);
        long shown = System.nanoTime();
        List<String> names = history.jobNames("job", 100);
        SEEN.add(String.format(
                Locale.ROOT,
                "counts by hour of 23 hours, all jobs and one: %d ms; grid of 50 runs: %d ms; names: %d ms",
                (counted - begun) / 1_000_000,
                (shown - counted) / 1_000_000,
                (System.nanoTime() - shown) / 1_000_000));

        assertThat(day.stream()
                        .mapToLong(each -> each.success() + each.failure() + each.running())
                        .sum())
                .isEqualTo(23 * 3600);
        assertThat(ofJob.stream()
                        .mapToLong(each -> each.success() + each.failure() + each.running())
                        .sum())
                .isEqualTo(23 * 18);
        assertThat(grid.runs()).hasSize(50);
        assertThat(names).hasSize(100);
    }

    private static void assertUses(String index, ExecutionQuery query) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Select select = history.select(connection, query);
            long begun = System.nanoTime();
            select.read(connection, query.limit + 1, row -> row.text("id"));
            long took = (System.nanoTime() - begun) / 1000;
            assertPlan(index, explain(connection, select, took + " us"), true);
        }
    }

    private static void assertPlan(String index, List<String> plan, boolean ordered) {
        String text = String.join("\n", plan);
        assertThat(text).contains(index).doesNotContain("Seq Scan");
        if (ordered) {
            assertThat(text).doesNotContain("Sort");
        }
    }

    private static List<String> explain(Connection connection, Select select, String note) throws SQLException {
        List<String> plan = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("EXPLAIN (COSTS OFF) " + select.sql(21))) {
            select.bind(statement);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    plan.add(rows.getString(1));
                }
            }
        }
        SEEN.add(note + ": " + select.sql(21));
        SEEN.addAll(plan);
        SEEN.add("");
        return plan;
    }
}
