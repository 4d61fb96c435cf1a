package dev.elasticjob.tracing.rdb;

import static dev.elasticjob.tracing.rdb.server.TestDatabase.count;
import static dev.elasticjob.tracing.rdb.server.TestDatabase.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingMetrics;
import dev.elasticjob.tracing.rdb.query.ExecutionQuery;
import dev.elasticjob.tracing.rdb.query.JobHistory;
import dev.elasticjob.tracing.rdb.query.Result;
import dev.elasticjob.tracing.rdb.query.StateChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests history with events from a real engine. */
class EngineHistoryTest {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private final InMemoryRegistry registry = new InMemoryRegistry();
    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "app");
    private final JdbcDataSource dataSource = new JdbcDataSource();

    @BeforeEach
    void start() {
        dataSource.setURL("jdbc:h2:mem:engine" + System.nanoTime() + ";DB_CLOSE_DELAY=-1");
        dataSource.setUser("historian");
        dataSource.setPassword("s3cret-of-history");
        center.init();
    }

    @AfterEach
    void stop() {
        center.close();
    }

    private static JobConfiguration config(String name, int items, TracingConfiguration<?> tracing) {
        return JobConfiguration.newBuilder(name, items)
                .jobErrorHandlerType("IGNORE")
                .addExtraConfigurations(tracing)
                .build();
    }

    private static void run(OneOffJobBootstrap bootstrap) throws Exception {
        bootstrap.execute().get(BOUND.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void a_run_is_written_with_its_items_and_states() throws Exception {
        SimpleJob job = context -> {
            if (context.getShardingItem() == 1) {
                throw new IllegalStateException("no stock");
            }
        };
        OneOffJobBootstrap bootstrap = new OneOffJobBootstrap(
                center, job, config("orders", 3, new TracingConfiguration<DataSource>("RDB", dataSource)));

        run(bootstrap);
        bootstrap.shutdown();

        JobHistory history = new JobHistory(dataSource);
        assertThat(history.executions(new ExecutionQuery().job("orders")).rows())
                .hasSize(3)
                .allSatisfy(row -> {
                    assertThat(row.result()).isEqualTo(row.item() == 1 ? Result.FAILURE : Result.SUCCESS);
                    assertThat(row.source()).isEqualTo("NORMAL_TRIGGER");
                    assertThat(history.statesOf(row))
                            .extracting(StateChange::state)
                            .containsExactly("TASK_STAGING", "TASK_RUNNING", "TASK_ERROR");
                });
        assertThat(history.grid("orders", 5).runs())
                .singleElement()
                .satisfies(run -> assertThat(run.items()).hasSize(3));
    }

    @Test
    void one_thread_writes_for_all_jobs_and_ends_with_the_last() throws Exception {
        TracingConfiguration<DataSource> tracing = new TracingConfiguration<>("RDB", dataSource);
        List<OneOffJobBootstrap> bootstraps = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            bootstraps.add(new OneOffJobBootstrap(center, (SimpleJob) context -> {}, config("job" + i, 2, tracing)));
        }
        for (OneOffJobBootstrap each : bootstraps) {
            run(each);
        }

        assertThat(writers()).isEqualTo(1);
        assertThat(Scheduler.on(center).tracingMetrics()).hasSize(1);

        bootstraps.forEach(OneOffJobBootstrap::shutdown);
        await().atMost(BOUND).until(() -> writers() == 0);
        assertThat(count(dataSource, "JOB_EXECUTION_LOG WHERE is_success = 1")).isEqualTo(40);
    }

    private static long writers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("elasticjob-history"))
                .count();
    }

    @Test
    void only_the_jobs_that_were_meant_are_written() throws Exception {
        TracingConfiguration<DataSource> tracing = new TracingConfiguration<DataSource>("RDB", dataSource);
        TracingConfiguration<DataSource> only = tracing.onlyJobs("a", "b");
        TracingConfiguration<DataSource> except = tracing.exceptJobs("d");
        for (JobConfiguration each :
                List.of(config("a", 1, only), config("c", 1, only), config("d", 1, except), config("e", 1, except))) {
            OneOffJobBootstrap bootstrap = new OneOffJobBootstrap(center, (SimpleJob) context -> {}, each);
            run(bootstrap);
            bootstrap.shutdown();
        }

        assertThat(rows(dataSource, "SELECT job_name FROM JOB_EXECUTION_LOG ORDER BY job_name"))
                .containsExactly(List.of("a"), List.of("e"));
        assertThatThrownBy(() -> new dev.elasticjob.tracing.TracedJobs(java.util.Set.of("a"), java.util.Set.of("b")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot both include jobs");
    }

    @Test
    void nothing_about_the_database_is_in_the_registry() throws Exception {
        OneOffJobBootstrap bootstrap = new OneOffJobBootstrap(
                center,
                (SimpleJob) context -> {},
                config(
                        "orders",
                        3,
                        new TracingConfiguration<DataSource>("RDB", dataSource).with("retention.days", "7")));
        run(bootstrap);

        RegistrySession session = center.openSession().toCompletableFuture().get(BOUND.toSeconds(), TimeUnit.SECONDS);
        StringBuilder all = new StringBuilder();
        collect(session, "/orders", all);

        assertThat(all.toString())
                .contains("jobName: orders", "ENABLED")
                .doesNotContainIgnoringCase("jdbc")
                .doesNotContain("org.h2")
                .doesNotContain("historian", "s3cret", "retention", "DataSource");
        assertThat(config("x", 1, new TracingConfiguration<DataSource>("RDB", dataSource))
                        .toString())
                .doesNotContain("historian", "s3cret", "jdbc:");
    }

    @Test
    void the_registry_does_not_decide_where_history_is_written() throws Exception {
        JdbcDataSource other = new JdbcDataSource();
        other.setURL("jdbc:h2:mem:other" + System.nanoTime() + ";DB_CLOSE_DELAY=-1");
        RegistrySession session = center.openSession().toCompletableFuture().get(BOUND.toSeconds(), TimeUnit.SECONDS);
        session.commit(Transaction.builder()
                        .create("/orders", "", Transaction.Mode.PERSISTENT)
                        .create("/orders/config", """
                            shardingTotalCount: 1
                            jobErrorHandlerType: IGNORE
                            jobExtraConfigurations:
                            - !!org.apache.shardingsphere.elasticjob.tracing.yaml.YamlTracingConfiguration
                              type: RDB
                              tracingStorageConfiguration: !!org.h2.jdbcx.JdbcDataSource
                                URL: %1$s
                                jdbcUrl: %1$s
                              settings: {queue.capacity: 1}
                            props:
                              tracing.type: RDB
                              tracing.jdbcUrl: %1$s
                              tracing.url: %1$s
                            """.formatted(other.getURL()), Transaction.Mode.PERSISTENT)
                        .build())
                .toCompletableFuture()
                .get(BOUND.toSeconds(), TimeUnit.SECONDS);
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        try {
            OneOffJobBootstrap bootstrap = new OneOffJobBootstrap(
                    center,
                    (SimpleJob) context -> {},
                    config("orders", 3, new TracingConfiguration<DataSource>("RDB", dataSource)));
            run(bootstrap);
            bootstrap.shutdown();
        } finally {
            root.detachAppender(log);
        }

        // One item: the configuration of the registry is used, except for its history.
        assertThat(count(dataSource, "JOB_EXECUTION_LOG")).isEqualTo(1);
        assertThat(count(other, "INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'JOB_EXECUTION_LOG'"))
                .isZero();
        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anySatisfy(message ->
                        assertThat(message).contains("/orders/config", "jobExtraConfigurations", "has no effect"));
    }

    private static void collect(RegistrySession session, String path, StringBuilder all) throws Exception {
        ReadResult result = session.read(
                        ReadRequest.empty().nodes(List.of(path)).children(List.of(path)))
                .toCompletableFuture()
                .get(BOUND.toSeconds(), TimeUnit.SECONDS);
        ReadResult.Snapshot snapshot = (ReadResult.Snapshot) result;
        snapshot.node(path)
                .ifPresent(
                        node -> all.append(path).append(' ').append(node.text()).append('\n'));
        for (String child : snapshot.children(path)) {
            collect(session, path + "/" + child, all);
        }
    }

    @Test
    void an_unusable_storage_is_rejected_with_the_name_of_the_job() {
        SimpleJob job = context -> {};
        TracingConfiguration<DataSource> tracing = new TracingConfiguration<>("RDB", dataSource);
        new OneOffJobBootstrap(center, job, config("first", 1, tracing));

        assertThatThrownBy(() ->
                        new OneOffJobBootstrap(center, job, config("second", 1, tracing.with("retention.days", "3"))))
                .hasMessageContaining("'second'")
                .hasMessageContaining("'first'")
                .hasMessageContaining("other settings");
        assertThatThrownBy(() -> new OneOffJobBootstrap(
                        center, job, config("third", 1, new TracingConfiguration<>("RDB", "jdbc:h2:mem:x"))))
                .hasMessageContaining("'third'")
                .hasMessageContaining("javax.sql.DataSource")
                .hasMessageNotContaining("jdbc:h2");
        assertThatThrownBy(() -> new OneOffJobBootstrap(
                        center, job, config("fourth", 1, new TracingConfiguration<>("RBD", dataSource))))
                .hasMessageContaining("'RBD'")
                .hasMessageContaining("[RDB]");
    }

    @Test
    void a_database_that_is_not_there_does_not_keep_jobs_from_running() throws Exception {
        JdbcDataSource nowhere = new JdbcDataSource();
        nowhere.setURL("jdbc:h2:tcp://localhost:1/nothing");
        OneOffJobBootstrap bootstrap = new OneOffJobBootstrap(
                center,
                (SimpleJob) context -> {},
                config(
                        "orders",
                        3,
                        new TracingConfiguration<DataSource>("RDB", nowhere)
                                .with("queue.capacity", "100")
                                .with("close.timeout.milliseconds", "100")));

        for (int i = 0; i < 50; i++) {
            assertThat(bootstrap
                            .execute()
                            .get(BOUND.toSeconds(), TimeUnit.SECONDS)
                            .isSuccess())
                    .isTrue();
        }

        TracingMetrics metrics = Scheduler.on(center).tracingMetrics().get(0);
        assertThat(metrics.received()).isEqualTo(50 * (3 + 3 + 3));
        assertThat(metrics.written()).isZero();
        assertThat(metrics.dropped()).isPositive();
        bootstrap.shutdown();
    }
}
