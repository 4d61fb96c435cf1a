package dev.elasticjob.tracing.rdb;

import static dev.elasticjob.tracing.rdb.server.TestDatabase.count;
import static dev.elasticjob.tracing.rdb.server.TestDatabase.execute;
import static dev.elasticjob.tracing.rdb.server.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.rdb.query.Execution;
import dev.elasticjob.tracing.rdb.query.ExecutionQuery;
import dev.elasticjob.tracing.rdb.query.HourCount;
import dev.elasticjob.tracing.rdb.query.JobHistory;
import dev.elasticjob.tracing.rdb.query.Page;
import dev.elasticjob.tracing.rdb.query.Result;
import dev.elasticjob.tracing.rdb.query.RunGrid;
import dev.elasticjob.tracing.rdb.query.StateChange;
import dev.elasticjob.tracing.rdb.query.StateQuery;
import dev.elasticjob.tracing.rdb.server.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that history must pass on every database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HistoryContract {

    static final Instant T = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration BOUND = Duration.ofSeconds(90);

    private final List<HistoryWriter> writers = new ArrayList<>();
    private TestDatabase database;
    DataSource dataSource;

    abstract TestDatabase start();

    @BeforeAll
    void startDatabase() {
        database = start();
    }

    @AfterAll
    void stopDatabase() {
        database.close();
    }

    @BeforeEach
    void freshDatabase() throws SQLException {
        dataSource = database.fresh();
    }

    @AfterEach
    void endWriters() {
        writers.forEach(HistoryWriter::close);
        writers.clear();
    }

    HistoryWriter writer(String... settings) {
        return writer(dataSource, settings);
    }

    HistoryWriter writer(DataSource on, String... settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "batch.delay.milliseconds", "5",
                // The events of the tests have times in the distant past.
                "unfinished.limit.minutes", "100000000"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        HistoryWriter writer = HistoryWriter.start(on, RdbTracingSettings.of(all));
        writers.add(writer);
        return writer;
    }

    /** Waits until all events are written; fails if an event was dropped. */
    static void settle(HistoryWriter writer) {
        await().atMost(BOUND).until(() -> writer.metrics().waiting() == 0);
        assertThat(writer.metrics().dropped()).isZero();
    }

    private static void until(Assertion assertion) {
        await().atMost(BOUND).untilAsserted(assertion::check);
    }

    private interface Assertion {
        void check() throws Exception;
    }

    // ---- writing ----

    @Test
    void the_tables_are_created_on_first_use() throws SQLException {
        HistoryWriter writer = writer();

        SampleRun.of("orders", 2, T).wholeRun(writer);

        settle(writer);
        assertThat(rows(
                        dataSource,
                        "SELECT job_name, task_id, ip, sharding_item, execution_source, failure_cause"
                                + " FROM JOB_EXECUTION_LOG WHERE complete_time IS NOT NULL ORDER BY sharding_item"))
                .containsExactly(
                        java.util.Arrays.asList(
                                "orders",
                                "orders@-@0,1@-@READY@-@10.0.0.1@-@99-abcd",
                                "10.0.0.1",
                                "0",
                                "NORMAL_TRIGGER",
                                null),
                        java.util.Arrays.asList(
                                "orders",
                                "orders@-@0,1@-@READY@-@10.0.0.1@-@99-abcd",
                                "10.0.0.1",
                                "1",
                                "NORMAL_TRIGGER",
                                null));
        assertThat(rows(
                        dataSource,
                        "SELECT job_name, original_task_id, slave_id, source, execution_type, sharding_item, state"
                                + " FROM JOB_STATUS_TRACE_LOG ORDER BY creation_time, id"))
                .containsExactly(
                        List.of("orders", "", "10.0.0.1", "LITE_EXECUTOR", "READY", "[0, 1]", "TASK_STAGING"),
                        List.of("orders", "", "10.0.0.1", "LITE_EXECUTOR", "READY", "[0, 1]", "TASK_RUNNING"),
                        List.of("orders", "", "10.0.0.1", "LITE_EXECUTOR", "READY", "[0, 1]", "TASK_FINISHED"));
    }

    @Test
    void many_instances_may_create_the_tables_at_the_same_time() throws SQLException {
        List<HistoryWriter> together = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            together.add(writer());
        }

        for (int i = 0; i < together.size(); i++) {
            SampleRun.of("job" + i, 1, T).wholeRun(together.get(i));
        }

        together.forEach(HistoryContract::settle);
        assertThat(count(dataSource, "JOB_EXECUTION_LOG")).isEqualTo(4);
    }

    @Test
    void a_run_is_seen_before_it_ends_and_completed_afterwards() {
        HistoryWriter writer = writer();
        JobHistory history = new JobHistory(dataSource);
        SampleRun run = SampleRun.of("orders", 1, T);

        writer.onEvent(run.started(0));
        settle(writer);

        assertThat(only(history)).satisfies(row -> {
            assertThat(row.result()).isEqualTo(Result.RUNNING);
            assertThat(row.start()).isEqualTo(T.plusMillis(5));
            assertThat(row.end()).isEmpty();
        });

        writer.onEvent(run.finished(0));
        settle(writer);

        assertThat(only(history)).satisfies(row -> {
            assertThat(row.result()).isEqualTo(Result.SUCCESS);
            assertThat(row.end()).contains(T.plusMillis(105));
        });
    }

    private static Execution only(JobHistory history) {
        List<Execution> rows = history.executions(new ExecutionQuery()).rows();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void an_end_whose_beginning_was_dropped_is_a_whole_row() {
        HistoryWriter writer = writer();

        writer.onEvent(SampleRun.of("orders", 1, T).finished(0));
        settle(writer);

        assertThat(only(new JobHistory(dataSource))).satisfies(row -> {
            assertThat(row.start()).isEqualTo(T.plusMillis(5));
            assertThat(row.result()).isEqualTo(Result.SUCCESS);
        });
    }

    @Test
    void a_task_of_a_hundred_items_fits() {
        HistoryWriter writer = writer();
        SampleRun run = SampleRun.of("a_job_with_a_name_that_is_not_short_at_all", 100, T);

        run.wholeRun(writer);
        settle(writer);

        JobHistory history = new JobHistory(dataSource);
        Page<Execution> page = history.executions(new ExecutionQuery().limit(200));
        assertThat(page.rows())
                .hasSize(100)
                .allSatisfy(row -> assertThat(row.taskId()).isEqualTo(run.taskId()));
        assertThat(history.statesOf(run.taskId())).hasSize(3);
    }

    @Test
    void a_failure_keeps_its_cause_however_long_the_way_to_it() {
        HistoryWriter writer = writer();
        Throwable cause = new IllegalArgumentException("the real reason");
        for (int i = 0; i < 40; i++) {
            cause = new IllegalStateException("layer " + i + " " + "x".repeat(300), cause);
        }

        writer.onEvent(SampleRun.of("orders", 1, T).failed(0, cause));
        settle(writer);

        assertThat(only(new JobHistory(dataSource)).failureCause().orElseThrow())
                .startsWith("java.lang.IllegalStateException: layer 39")
                .contains("IllegalArgumentException: the real reason");
    }

    @Test
    void what_an_item_threw_is_in_the_message_of_its_task() {
        HistoryWriter writer = writer();
        SampleRun run = SampleRun.of("orders", 2, T);

        writer.onEvent(run.state(JobEvent.TaskState.ERROR, Map.of(1, new IllegalStateException("no stock"))));
        settle(writer);

        StateChange change =
                new JobHistory(dataSource).stateChanges(new StateQuery()).rows().get(0);
        assertThat(change.state()).isEqualTo("TASK_ERROR");
        assertThat(change.message()).startsWith("{1=java.lang.IllegalStateException: no stock");
    }

    @Test
    void texts_of_any_script_and_with_zeros_are_stored() {
        HistoryWriter writer = writer();

        writer.onEvent(SampleRun.of("订单", 1, T).failed(0, new IllegalStateException("库存\0 \uD83D\uDE80")));
        settle(writer);

        Execution row = only(new JobHistory(dataSource));
        assertThat(row.jobName()).isEqualTo("订单");
        assertThat(row.failureCause().orElseThrow()).contains("库存 \uD83D\uDE80");
    }

    @Test
    void sources_are_the_three_that_are_documented() {
        HistoryWriter writer = writer();
        int minute = 0;
        for (RunSource source : RunSource.values()) {
            SampleRun.of("orders", 1, T.plusSeconds(60L * minute++))
                    .because(source)
                    .wholeRun(writer);
        }
        settle(writer);

        assertThat(new JobHistory(dataSource)
                        .executions(new ExecutionQuery().sortedBy(ExecutionQuery.Sort.START_TIME, true))
                        .rows())
                .extracting(Execution::source)
                .containsExactly("NORMAL_TRIGGER", "MISFIRE", "FAILOVER", "NORMAL_TRIGGER", "NORMAL_TRIGGER");
    }

    @Test
    void a_commit_whose_answer_was_lost_is_not_written_twice() throws SQLException {
        LosingDataSource losing = new LosingDataSource(dataSource);
        HistoryWriter writer = writer(losing);
        SampleRun run = SampleRun.of("orders", 3, T);
        run.wholeRun(writer);
        settle(writer);

        losing.loseAnswers(1);
        SampleRun.of("orders", 3, T.plusSeconds(60)).wholeRun(writer);
        settle(writer);
        losing.loseAnswers(1);
        writer.onEvent(SampleRun.of("orders", 3, T.plusSeconds(120)).started(0));
        settle(writer);

        assertThat(losing.lost()).isEqualTo(2);
        assertThat(count(dataSource, "JOB_EXECUTION_LOG")).isEqualTo(7);
        assertThat(count(dataSource, "JOB_STATUS_TRACE_LOG")).isEqualTo(6);
        assertThat(count(dataSource, "JOB_EXECUTION_LOG WHERE complete_time IS NOT NULL"))
                .isEqualTo(6);
    }

    @Test
    void a_row_that_the_database_rejects_is_dropped_and_counted_alone() throws SQLException {
        HistoryWriter writer = writer();
        SampleRun.of("first", 1, T).wholeRun(writer);
        settle(writer);
        // A constraint added by the user: rejects item 2.
        execute(dataSource, "ALTER TABLE JOB_EXECUTION_LOG ADD CONSTRAINT odd CHECK (sharding_item <> 2)");

        SampleRun.of("orders", 5, T).wholeRun(writer);

        until(() -> assertThat(writer.metrics().waiting()).isZero());
        assertThat(count(dataSource, "JOB_EXECUTION_LOG WHERE job_name = 'orders'"))
                .isEqualTo(4);
        assertThat(count(dataSource, "JOB_STATUS_TRACE_LOG WHERE job_name = 'orders'"))
                .isEqualTo(3);
        // Its start and its end.
        assertThat(writer.metrics().dropped()).isEqualTo(2);
    }

    // ---- tables that are there ----

    @Test
    void tables_of_elasticjob_are_used_as_they_are() throws SQLException {
        execute(dataSource, database.tablesOfElasticJob().toArray(String[]::new));
        List<List<String>> before = columns();
        SampleRun run = SampleRun.of("orders", 100, T);
        HistoryWriter writer;
        try (LogLines log = new LogLines()) {
            writer = writer();
            run.wholeRun(writer);
            settle(writer);

            assertThat(log.lines())
                    .filteredOn(line -> line.contains("would improve it"))
                    .hasSize(2)
                    .anySatisfy(line -> assertThat(line)
                            .contains("ALTER TABLE JOB_EXECUTION_LOG", "task_id", "JOB_EXECUTION_JOB_INDEX"))
                    .anySatisfy(line -> assertThat(line).contains("ALTER TABLE JOB_STATUS_TRACE_LOG", "sharding_item"));
        }

        assertThat(columns()).isEqualTo(before);
        JobHistory history = new JobHistory(dataSource);
        assertThat(history.executions(new ExecutionQuery().task(run.taskId()).limit(200))
                        .rows())
                .hasSize(100)
                .allSatisfy(row -> assertThat(row.taskId())
                        .hasSizeLessThanOrEqualTo(255)
                        .startsWith("orders@-@0,1,2,3,")
                        .endsWith("@-@READY@-@10.0.0.1@-@99-abcd"));
        assertThat(history.statesOf(run.taskId()))
                .extracting(StateChange::state)
                .containsExactly("TASK_STAGING", "TASK_RUNNING", "TASK_FINISHED");
    }

    @Test
    void what_is_proposed_to_improve_tables_of_elasticjob_can_be_executed() throws SQLException {
        execute(dataSource, database.tablesOfElasticJob().toArray(String[]::new));
        try (LogLines log = new LogLines()) {
            HistoryWriter writer = writer();
            SampleRun.of("orders", 1, T).wholeRun(writer);
            settle(writer);
            for (String line : log.lines()) {
                if (line.contains("would improve it")) {
                    String statements = line.substring(line.indexOf('\n'));
                    for (String each : statements.split(";")) {
                        if (!each.isBlank()) {
                            execute(dataSource, each);
                        }
                    }
                }
            }
        }

        try (LogLines log = new LogLines()) {
            HistoryWriter writer = writer();
            SampleRun.of("orders", 1, T.plusSeconds(60)).wholeRun(writer);
            settle(writer);

            assertThat(log.lines()).noneMatch(line -> line.contains("would improve it"));
        }
    }

    @Test
    void tables_of_elasticjob_without_a_source_are_used_too() throws SQLException {
        for (String each : database.tablesOfElasticJob()) {
            execute(dataSource, each.replace(" source VARCHAR(50) NOT NULL,", ""));
        }
        HistoryWriter writer = writer();

        SampleRun.of("orders", 3, T).wholeRun(writer);

        settle(writer);
        assertThat(count(dataSource, "JOB_STATUS_TRACE_LOG")).isEqualTo(3);
    }

    @Test
    void rows_of_elasticjob_are_read_among_those_of_this_engine() throws SQLException {
        execute(dataSource, database.tablesOfElasticJob().toArray(String[]::new));
        execute(
                dataSource,
                "INSERT INTO JOB_EXECUTION_LOG (id, job_name, task_id, hostname, ip, sharding_item, execution_source,"
                        + " is_success, start_time, complete_time) VALUES ('80e96599-4915-45b3-b64a-6f90c8af2e6e',"
                        + " 'orders', 'orders@-@0@-@READY@-@10.0.0.9@-@7', 'old', '10.0.0.9', 0, 'NORMAL_TRIGGER', "
                        + (database.tablesOfElasticJob().get(0).contains("BOOLEAN") ? "TRUE" : "1")
                        + ", '2026-01-01 00:00:00', '2026-01-01 00:00:01')");
        HistoryWriter writer = writer();
        SampleRun.of("orders", 1, T).wholeRun(writer);
        settle(writer);

        JobHistory history = new JobHistory(dataSource);
        assertThat(history.executions(new ExecutionQuery()).rows())
                .extracting(Execution::ip)
                .containsExactly("10.0.0.1", "10.0.0.9");
        assertThat(history.grid("orders", 5).runs()).hasSize(2);
    }

    private List<List<String>> columns() throws SQLException {
        List<List<String>> all = new ArrayList<>();
        try (var connection = dataSource.getConnection()) {
            for (String table : List.of("JOB_EXECUTION_LOG", "JOB_STATUS_TRACE_LOG")) {
                try (var statement = connection.createStatement();
                        var rows = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
                    var metaData = rows.getMetaData();
                    for (int i = 1; i <= metaData.getColumnCount(); i++) {
                        all.add(List.of(
                                metaData.getColumnName(i),
                                metaData.getColumnTypeName(i),
                                String.valueOf(metaData.getPrecision(i))));
                    }
                }
            }
        }
        return all;
    }

    // ---- runs without an end ----

    @Test
    void a_run_that_fails_over_closes_the_row_of_the_lost_one() {
        HistoryWriter lost = writer();
        SampleRun before = SampleRun.of("orders", 1, T).on("10.0.0.1@-@99-aaaa");
        lost.onEvent(before.started(0));
        settle(lost);

        HistoryWriter taker = writer();
        SampleRun after =
                before.on("10.0.0.2@-@98-bbbb").because(RunSource.FAILOVER).attempt(2);
        taker.onEvent(after.started(0));
        taker.onEvent(after.failedOver(0, "10.0.0.1@-@99-aaaa"));
        settle(taker);

        JobHistory history = new JobHistory(dataSource);
        Execution closed =
                history.executions(new ExecutionQuery().ip("10.0.0.1")).rows().get(0);
        assertThat(closed.result()).isEqualTo(Result.FAILURE);
        assertThat(closed.failureCause().orElseThrow()).contains("10.0.0.1@-@99-aaaa was lost", "10.0.0.2@-@98-bbbb");
        Execution running =
                history.executions(new ExecutionQuery().ip("10.0.0.2")).rows().get(0);
        assertThat(running.result()).isEqualTo(Result.RUNNING);
        RunGrid grid = history.grid("orders", 3);
        assertThat(grid.runs()).hasSize(1);
        assertThat(grid.runs().get(0).items().get(0).attempts()).isEqualTo(2);
    }

    @Test
    void an_unfinished_run_is_closed_when_the_item_has_run_again_or_after_a_limit() {
        Instant now = Instant.now();
        HistoryWriter lost = writer("maintenance.interval.milliseconds", "3600000");
        SampleRun.of("next", 1, now.minusSeconds(600)).on("10.0.0.1@-@1-a").wholeRun(lost);
        lost.onEvent(SampleRun.of("again", 1, now.minusSeconds(600)).started(0));
        lost.onEvent(SampleRun.of("again", 1, now.minusSeconds(300)).started(0));
        lost.onEvent(SampleRun.of("old", 1, now.minusSeconds(7200)).started(0));
        lost.onEvent(SampleRun.of("long", 1, now.minusSeconds(600)).started(0));
        settle(lost);

        writer("maintenance.interval.milliseconds", "50", "unfinished.limit.minutes", "60");

        JobHistory history = new JobHistory(dataSource);
        until(() -> assertThat(history.executions(new ExecutionQuery().result(Result.FAILURE))
                        .rows())
                .extracting(Execution::jobName)
                .containsExactly("again", "old"));
        assertThat(history.executions(new ExecutionQuery().result(Result.RUNNING))
                        .rows())
                .extracting(Execution::jobName)
                .containsExactlyInAnyOrder("again", "long");
        // The instance was not lost after all.
        lost.onEvent(SampleRun.of("old", 1, now.minusSeconds(7200)).finished(0));
        settle(lost);
        assertThat(history.executions(new ExecutionQuery().job("old")).rows().get(0))
                .satisfies(row -> {
                    assertThat(row.result()).isEqualTo(Result.SUCCESS);
                    assertThat(row.failureCause()).isEmpty();
                });
    }

    // ---- retention ----

    @Test
    void what_is_too_old_is_deleted_in_small_steps() throws SQLException {
        Instant now = Instant.now();
        HistoryWriter writer = writer();
        for (int day = 0; day < 40; day++) {
            SampleRun.of("orders", 5, now.minus(Duration.ofDays(day)).minusSeconds(60))
                    .wholeRun(writer);
        }
        settle(writer);

        writer("retention.days", "10", "retention.delete.size", "40", "maintenance.interval.milliseconds", "20");

        until(() -> assertThat(count(dataSource, "JOB_STATUS_TRACE_LOG")).isEqualTo(30));
        assertThat(count(dataSource, "JOB_EXECUTION_LOG")).isEqualTo(50);
    }

    @Test
    void what_is_too_much_is_deleted_from_the_oldest_on() throws SQLException {
        HistoryWriter writer = writer();
        for (int minute = 0; minute < 50; minute++) {
            SampleRun.of("orders", 1, T.plusSeconds(60L * minute)).wholeRun(writer);
        }
        settle(writer);

        writer("retention.rows", "20", "retention.delete.size", "8", "maintenance.interval.milliseconds", "20");

        until(() -> assertThat(count(dataSource, "JOB_STATUS_TRACE_LOG")).isLessThanOrEqualTo(20));
        assertThat(count(dataSource, "JOB_EXECUTION_LOG")).isEqualTo(20);
        assertThat(new JobHistory(dataSource)
                        .executions(new ExecutionQuery()
                                .sortedBy(ExecutionQuery.Sort.START_TIME, true)
                                .limit(1))
                        .rows()
                        .get(0)
                        .start())
                .isEqualTo(T.plusSeconds(60 * 30).plusMillis(5));
    }

    @Test
    void one_instance_does_the_housekeeping_for_all() throws SQLException {
        for (int i = 0; i < 3; i++) {
            HistoryWriter writer = writer("maintenance.interval.milliseconds", "20");
            SampleRun.of("job" + i, 1, T).wholeRun(writer);
            settle(writer);
        }
        until(() -> assertThat(count(dataSource, "JOB_HISTORY_LEASE")).isEqualTo(1));
        String owner =
                rows(dataSource, "SELECT owner FROM JOB_HISTORY_LEASE").get(0).get(0);
        long first = expires();

        until(() -> assertThat(expires()).isGreaterThan(first + 100));

        assertThat(rows(dataSource, "SELECT owner FROM JOB_HISTORY_LEASE").get(0))
                .containsExactly(owner);
    }

    private long expires() throws SQLException {
        return Long.parseLong(
                rows(dataSource, "SELECT expires FROM JOB_HISTORY_LEASE").get(0).get(0));
    }

    // ---- reading ----

    private JobHistory someHistory;

    /** Returns a history that is created once for all tests that only read. */
    private JobHistory someHistory() throws SQLException {
        if (someHistory == null) {
            DataSource another = database.fresh();
            writeSome(writer(another));
            someHistory = new JobHistory(another);
        }
        return someHistory;
    }

    private static void writeSome(HistoryWriter writer) {
        for (int minute = 0; minute < 90; minute++) {
            SampleRun run = SampleRun.of(minute % 3 == 0 ? "orders" : "mails", 4, T.plusSeconds(60L * minute))
                    .on(minute % 2 == 0 ? "10.0.0.1@-@99-aaaa" : "10.0.0.2@-@98-bbbb")
                    .because(minute % 30 == 0 ? RunSource.MISFIRE : RunSource.NORMAL_TRIGGER);
            for (int item = 0; item < 4; item++) {
                writer.onEvent(run.started(item));
                if (minute % 10 == 0 && item == 1) {
                    writer.onEvent(run.failed(item, new IllegalStateException("boom")));
                } else if (minute < 89 || item > 0) {
                    writer.onEvent(run.finished(item));
                }
            }
            writer.onEvent(run.state(JobEvent.TaskState.STAGING, Map.of()));
            writer.onEvent(run.state(JobEvent.TaskState.FINISHED, Map.of()));
        }
        settle(writer);
    }

    @Test
    void runs_are_found_by_job_time_item_host_result_and_source() throws SQLException {
        JobHistory history = someHistory();

        assertThat(all(history, new ExecutionQuery())).hasSize(360);
        assertThat(all(history, new ExecutionQuery().job("orders"))).hasSize(120);
        assertThat(all(history, new ExecutionQuery().job("orders").item(3))).hasSize(30);
        assertThat(all(history, new ExecutionQuery().from(T).to(T.plusSeconds(600))))
                .hasSize(40);
        assertThat(all(history, new ExecutionQuery().ip("10.0.0.2"))).hasSize(180);
        String host = all(history, new ExecutionQuery()).get(0).hostname();
        assertThat(all(history, new ExecutionQuery().hostname(host))).hasSize(360);
        assertThat(all(history, new ExecutionQuery().hostname("elsewhere"))).isEmpty();
        assertThat(all(history, new ExecutionQuery().result(Result.FAILURE))).hasSize(9);
        assertThat(all(history, new ExecutionQuery().result(Result.RUNNING))).hasSize(1);
        assertThat(all(history, new ExecutionQuery().result(Result.SUCCESS))).hasSize(350);
        assertThat(all(history, new ExecutionQuery().source(RunSource.MISFIRE))).hasSize(12);
        assertThat(all(history, new ExecutionQuery().job("orders").result(Result.FAILURE)))
                .hasSize(3);
    }

    @Test
    void pages_show_every_row_once_in_any_order() throws SQLException {
        JobHistory history = someHistory();

        for (ExecutionQuery.Sort sort : ExecutionQuery.Sort.values()) {
            for (boolean ascending : new boolean[] {true, false}) {
                List<Execution> rows = all(
                        history, new ExecutionQuery().sortedBy(sort, ascending).limit(77));
                assertThat(rows)
                        .extracting(Execution::id)
                        .doesNotHaveDuplicates()
                        .hasSize(360);
            }
        }
        List<Execution> latest = all(history, new ExecutionQuery(), 50);
        for (int i = 1; i < latest.size(); i++) {
            assertThat(latest.get(i).start())
                    .isBeforeOrEqualTo(latest.get(i - 1).start());
        }
    }

    private static List<Execution> all(JobHistory history, ExecutionQuery query) {
        return all(history, query, 400);
    }

    private static List<Execution> all(JobHistory history, ExecutionQuery query, int limit) {
        List<Execution> rows = new ArrayList<>();
        Set<String> places = new HashSet<>();
        Page<Execution> page = history.executions(query.limit(limit));
        rows.addAll(page.rows());
        while (page.next().isPresent()) {
            assertThat(places.add(page.next().get())).isTrue();
            page = history.executions(query.after(page.next().get()));
            rows.addAll(page.rows());
        }
        return rows;
    }

    @Test
    void changes_of_state_are_found_and_paged() throws SQLException {
        JobHistory history = someHistory();
        Set<String> ids = new HashSet<>();
        StateQuery query = new StateQuery().job("orders").limit(17);

        Page<StateChange> page = history.stateChanges(query);
        while (true) {
            page.rows().forEach(row -> assertThat(ids.add(row.id())).isTrue());
            if (page.next().isEmpty()) {
                break;
            }
            page = history.stateChanges(query.after(page.next().get()));
        }

        assertThat(ids).hasSize(60);
        assertThat(history.stateChanges(new StateQuery().state("TASK_FINISHED").limit(100))
                        .rows())
                .hasSize(90);
    }

    @Test
    void the_states_of_a_run_are_distinguished_from_those_of_the_next() {
        HistoryWriter writer = writer();
        SampleRun first = SampleRun.of("orders", 2, T);
        SampleRun second = SampleRun.of("orders", 2, T.plusSeconds(60));
        first.wholeRun(writer);
        second.wholeRun(writer);
        settle(writer);
        JobHistory history = new JobHistory(dataSource);

        assertThat(history.statesOf(first.taskId())).hasSize(6);
        List<Execution> rows = history.executions(
                        new ExecutionQuery().item(0).sortedBy(ExecutionQuery.Sort.START_TIME, true))
                .rows();
        assertThat(history.statesOf(rows.get(0)))
                .extracting(StateChange::state)
                .containsExactly("TASK_STAGING", "TASK_RUNNING", "TASK_FINISHED");
        assertThat(history.statesOf(rows.get(0)).get(0).at()).isEqualTo(T.plusMillis(4));
        assertThat(history.statesOf(rows.get(1)).get(0).at())
                .isEqualTo(T.plusSeconds(60).plusMillis(4));
    }

    @Test
    void runs_are_counted_by_hour_and_result() throws SQLException {
        JobHistory history = someHistory();

        assertThat(history.countsByHour(Optional.empty(), T, T.plusSeconds(7200)))
                .containsExactly(new HourCount(T, 0, 234, 6), new HourCount(T.plusSeconds(3600), 1, 116, 3));
        assertThat(history.countsByHour(Optional.of("orders"), T, T.plusSeconds(10)))
                .containsExactly(new HourCount(T, 0, 78, 2));
    }

    @Test
    void the_grid_has_the_last_runs_with_all_their_items() throws SQLException {
        JobHistory history = someHistory();

        RunGrid grid = history.grid("orders", 10);

        assertThat(grid.runs()).hasSize(10);
        assertThat(grid.runs().get(0).start()).isEqualTo(T.plusSeconds(60 * 87).plusMillis(5));
        assertThat(grid.runs())
                .allSatisfy(run -> assertThat(run.items().keySet()).containsExactly(0, 1, 2, 3));
        assertThat(grid.runs().get(9).counts()).isEqualTo(Map.of(Result.SUCCESS, 3L, Result.FAILURE, 1L));
        assertThat(history.grid("unknown", 10).runs()).isEmpty();
    }

    @Test
    void names_are_completed() throws SQLException {
        JobHistory history = someHistory();

        assertThat(history.jobNames("", 10)).containsExactly("mails", "orders");
        assertThat(history.jobNames("o", 10)).containsExactly("orders");
        assertThat(history.jobNames("", 1)).containsExactly("mails");
        assertThat(history.addresses("10.", 10)).containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(history.addresses("x", 10)).isEmpty();
    }
}
