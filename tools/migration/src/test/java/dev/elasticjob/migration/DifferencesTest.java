package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.identity.HostAddress;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quartz.CronExpression;

/**
 * Compares the differences that docs/coming-from-elasticjob.md lists with the code. Those that can be seen from outside
 * are measured on the classes of 3.0.4 and on those of this product; for the others the test is named.
 */
class DifferencesTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final String OLD = "org.apache.shardingsphere.elasticjob.";
    private static final String HERE = "DifferencesTest.";

    /** The test of each difference; after a colon a row of docs/rule-coverage.md. */
    private static final Map<String, String> TESTS = tests();

    private static Map<String, String> tests() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("Settings are checked strictly.", HERE + "settings_are_checked_strictly");
        result.put(
                "The starter's defaults are the builder's.",
                "ConfigurationReferenceTest.the_defaults_are_those_of_the_code");
        result.put(
                "An instance has an incarnation.",
                HERE + "an_instance_id_has_an_incarnation_and_a_leader_is_found_by_it");
        result.put(
                "Spring Boot 2 and Java 8 are not supported.",
                "OldBootTest.the_application_does_not_start_and_the_message_names_the_supported_versions");
        result.put("Texts are never null.", HERE + "texts_are_null_in_3_0_4_and_empty_here");
        result.put(
                "`schedule()` returns before the job is registered.",
                HERE + "schedule_returns_before_the_registry_responds");
        result.put("A job is started once in a process.", HERE + "a_second_bootstrap_of_a_running_job_is_rejected");
        result.put(
                "`execute`, `fetchData` and `processData` declare `throws Exception`.",
                HERE + "the_methods_of_jobs_declare_exceptions_here");
        result.put(
                "The dump of `SnapshotService`",
                "SnapshotServiceTest.a_dump_can_be_had_directly_and_from_the_port_of_another_process");
        result.put(
                "Strategies receive the instances in ascending order",
                HERE + "strategies_receive_instances_in_ascending_order");
        result.put(
                "`leader/sharding/necessary` does not call the strategy again.",
                HERE + "the_node_that_asks_for_an_assignment_is_deleted_and_calls_no_strategy");
        result.put(
                "The registry tree contains more data",
                "RegistryFormatTest.a_job_writes_the_nodes_and_fields_of_version_1");
        result.put(
                "Items are assigned as soon as instances are known",
                "ClusterTest.a_new_job_is_registered_led_assigned_and_shown_by_two_transactions");
        result.put(
                "Fires are owed.",
                "EasilyGotWrongTest.an_instant_that_came_during_a_run_elsewhere_is_run_by_the_new_owner_as_soon_as_that_has_ended");
        result.put(
                "A trigger during a run is kept",
                "EasilyGotWrongTest.a_request_whose_answer_is_lost_is_served_once_however_much_is_asked_for_since");
        result.put(
                "A change of `shardingTotalCount` waits",
                "EasilyGotWrongTest.a_total_changes_once_the_runs_of_the_old_one_have_ended_though_the_leader_dies_in_between");
        result.put(
                "`maxTimeDiffSeconds` is enforced.",
                "ClockDifferenceTest.a_job_does_not_start_when_the_registry_is_ahead_by_more_than_it_allows");
        result.put(
                "Instances do not undo an operator's changes.",
                "SettingsTest.overwrite_replaces_the_configuration_in_the_registry_once_when_a_process_starts");
        result.put("The name of a job is its identity.", HERE + "another_class_under_the_same_name_is_no_conflict");
        result.put("Time zones can be any region", HERE + "time_zones_can_be_any_region");
        result.put(
                "An HTTP job fails on 4xx and 5xx.",
                "JobTypesTest.an_http_job_fails_when_the_server_responds_with_an_error");
        result.put(
                "The dump port listens on the loopback address",
                "SnapshotServiceTest.only_this_machine_can_connect_by_default");
        result.put("Secrets are not in the registry.", "JobsTest.a_secret_is_not_put_into_the_registry");
        result.put(
                "`reconcileIntervalMinutes` reads everything again.",
                "ReconcileTest.a_change_whose_notification_is_lost_is_noticed_within_the_reconcile_interval");
        result.put(
                "The host address may be a different one.",
                "HostAddressTest.private_comes_before_public_before_link_local");
        result.put(
                "An update through the operations API needs a read first.",
                HERE + "an_update_of_settings_that_were_not_read_is_a_conflict");
        result.put("The leader", HERE + "an_instance_id_has_an_incarnation_and_a_leader_is_found_by_it");
        result.put(
                "The JSON of the sharding context has more fields.",
                "ShardingContextJsonTest.the_keys_of_elasticjob_come_first_and_in_its_order");
        result.put("History has differences in detail.", "HistoryContract.tables_of_elasticjob_are_used_as_they_are");
        result.put(
                "Single sign-on with Casdoor has roles.",
                "CasdoorTest.a_user_is_admitted_as_a_guest_who_can_read_and_cannot_change_anything");
        result.put(
                "SASL with DIGEST-MD5 needs `zookeeper.fips-mode=false`.",
                "SaslTest.a_client_that_may_not_use_the_mechanism_receives_the_remedy");
        result.put("Clean-up.", ":disabled servers are deleted when no instance uses them");
        result.put("`ShardingContext` contains more", HERE + "the_context_of_a_run_contains_more");
        return result;
    }

    // ---- the document ----

    @Test
    void every_difference_in_the_document_has_a_test() throws IOException {
        String document = Files.readString(ROOT.resolve("docs/coming-from-elasticjob.md"));
        String section = document.substring(document.indexOf("\n## Differences"), document.indexOf("\n## Removed"));
        Set<String> headings = section.lines()
                .filter(each -> each.startsWith("**"))
                .map(each -> each.substring(2, each.indexOf("**", 2)))
                .map(each -> each.endsWith(",") ? each.substring(0, each.length() - 1) : each)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(TESTS.keySet()).containsExactlyInAnyOrderElementsOf(headings);
        String coverage = Files.readString(ROOT.resolve("docs/rule-coverage.md"));
        Map<String, String> sources = testSources();
        TESTS.values().forEach(each -> {
            if (each.startsWith(":")) {
                assertThat(coverage).contains(each.substring(1));
            } else {
                String[] test = each.split("\\.");
                assertThat(sources).containsKey(test[0]);
                assertThat(sources.get(test[0])).as(each).contains("void " + test[1] + "(");
            }
        });
    }

    private static Map<String, String> testSources() throws IOException {
        Set<String> names = TESTS.values().stream()
                .map(each -> each.split("\\.")[0] + ".java")
                .collect(Collectors.toSet());
        Map<String, String> result = new LinkedHashMap<>();
        try (Stream<Path> files = Files.find(
                ROOT,
                12,
                (path, attributes) -> names.contains(path.getFileName().toString()))) {
            for (Path each :
                    files.filter(path -> !path.toString().contains("/target/")).toList()) {
                String name = each.getFileName().toString().replace(".java", "");
                result.merge(name, Files.readString(each), String::concat);
            }
        }
        return result;
    }

    // ---- classes ----

    private static Object configurationOf304() throws Exception {
        Class<?> type = Elasticjob304.loader().loadClass(OLD + "api.JobConfiguration");
        Object builder = type.getMethod("newBuilder", String.class, int.class).invoke(null, "job", 1);
        return builder.getClass().getMethod("build").invoke(builder);
    }

    @Test
    void texts_are_null_in_3_0_4_and_empty_here() throws Exception {
        Object old = configurationOf304();
        JobConfiguration now = JobConfiguration.newBuilder("job", 1).build();
        Set<String> nullThere = new TreeSet<>();

        for (Method each : old.getClass().getMethods()) {
            if (each.getReturnType() == String.class && each.getName().startsWith("get")) {
                String name = each.getName().replace("ExecutorServiceHandler", "ExecutorThreadPoolSizeProvider");
                assertThat(now.getClass().getMethod(name).invoke(now)).as(name).isNotNull();
                if (each.invoke(old) == null) {
                    nullThere.add(name);
                }
            }
        }

        assertThat(nullThere).contains("getCron", "getTimeZone");
        assertThat(now.getCron()).isEmpty();
        ShardingContext context = new ShardingContext("job", "task", 1, null, 0, null);
        assertThat(context.getShardingParameter() + context.getJobParameter()).isEmpty();
    }

    @Test
    void the_methods_of_jobs_declare_exceptions_here() throws Exception {
        for (Class<?> now : List.of(SimpleJob.class, DataflowJob.class)) {
            Class<?> old = Elasticjob304.loader()
                    .loadClass(OLD + (now == SimpleJob.class ? "simple.job.SimpleJob" : "dataflow.job.DataflowJob"));
            for (Method each : old.getDeclaredMethods()) {
                assertThat(each.getExceptionTypes()).isEmpty();
                assertThat(Arrays.stream(now.getDeclaredMethods())
                                .filter(method -> method.getName().equals(each.getName()))
                                .findFirst()
                                .orElseThrow()
                                .getExceptionTypes())
                        .containsExactly(Exception.class);
            }
        }
    }

    @Test
    void settings_are_checked_strictly() {
        for (String each : List.of("0 0 0 ? * MON-FRI/2", "0 0 1,,2 * * ?")) {
            assertThat(CronExpression.isValidExpression(each)).as(each).isTrue();
            assertThatThrownBy(() ->
                            JobConfiguration.newBuilder("job", 1).cron(each).build())
                    .isInstanceOf(JobConfigurationException.class)
                    .hasMessageContaining("cron");
        }
        assertThat(JobConfiguration.newBuilder("job", 1)
                        .failover(true)
                        .monitorExecution(false)
                        .build()
                        .isFailover())
                .isTrue();
    }

    @Test
    void time_zones_can_be_any_region() {
        for (String each : List.of("Asia/Shanghai", "GMT+08:00", "GMT+8:00")) {
            assertThat(JobConfiguration.newBuilder("job", 1)
                            .cron("0 0 0 * * ?")
                            .timeZone(each)
                            .build()
                            .getTimeZone())
                    .isEqualTo(each);
        }
    }

    // ---- a running job ----

    private interface Check {
        void check(ZookeeperRegistryCenter center, String servers) throws Exception;
    }

    private static void onZookeeper(Check check) throws Exception {
        try (EmbeddedZookeeper zookeeper = EmbeddedZookeeper.startTemporary();
                ZookeeperRegistryCenter center = center(zookeeper.connectString())) {
            check.check(center, zookeeper.connectString());
        }
    }

    private static ZookeeperRegistryCenter center(String servers) {
        ZookeeperRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers, "differences"));
        center.init();
        return center;
    }

    private static JobConfiguration.Builder job() {
        return JobConfiguration.newBuilder("job", 2).cron("0 0 0 1 1 ?").jobShardingStrategyType("RECORDING");
    }

    private static ScheduleJobBootstrap start(ZookeeperRegistryCenter center, SimpleJob job) {
        ScheduleJobBootstrap bootstrap = new ScheduleJobBootstrap(center, job, job().build());
        bootstrap.schedule();
        return bootstrap;
    }

    private static <T> T answer(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static Set<String> instances(ZookeeperRegistryCenter center) {
        return RegistryOperations.on(center).shardingStatistics().getShardingInfo("job").stream()
                .map(each -> each.getInstanceId())
                .collect(Collectors.toSet());
    }

    private static void awaitOwners(ZookeeperRegistryCenter center) {
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(OperationException.class)
                .until(() -> instances(center).stream().anyMatch(each -> each != null && !each.isEmpty()));
    }

    @Test
    void an_instance_id_has_an_incarnation_and_a_leader_is_found_by_it() throws Exception {
        onZookeeper((center, servers) -> {
            start(center, context -> {});
            awaitOwners(center);

            String beginning =
                    HostAddress.choose() + "@-@" + ProcessHandle.current().pid() + "-";
            assertThat(RegistryOperations.on(center)
                            .jobs()
                            .detail("job")
                            .leader()
                            .orElseThrow())
                    .startsWith(beginning)
                    .matches(".*-[0-9a-z]{13}");
            assertThat(instances(center)).allMatch(each -> each.startsWith(beginning));
        });
    }

    @Test
    void a_second_bootstrap_of_a_running_job_is_rejected() throws Exception {
        onZookeeper((center, servers) -> {
            ScheduleJobBootstrap first = start(center, context -> {});

            assertThatThrownBy(() -> start(center, context -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("job");
            first.shutdown();
            start(center, context -> {});
        });
    }

    @Test
    void schedule_returns_before_the_registry_responds() throws Exception {
        EmbeddedZookeeper zookeeper = EmbeddedZookeeper.startTemporary();
        try (ZookeeperRegistryCenter center = center(zookeeper.connectString())) {
            zookeeper.close();

            ScheduleJobBootstrap bootstrap = start(center, context -> {});

            assertThat(bootstrap).isNotNull();
        }
    }

    @Test
    void strategies_receive_instances_in_ascending_order() throws Exception {
        onZookeeper((center, servers) -> {
            RecordingStrategy.RECEIVED.clear();
            try (ZookeeperRegistryCenter other = center(servers);
                    ZookeeperRegistryCenter third = center(servers)) {
                start(center, context -> {});
                start(other, context -> {});
                start(third, context -> {});

                await().atMost(Duration.ofSeconds(60))
                        .until(() -> RecordingStrategy.RECEIVED.stream().anyMatch(each -> each.size() == 3));
                assertThat(RecordingStrategy.RECEIVED)
                        .allSatisfy(each -> assertThat(each).isSorted());
            }
        });
    }

    @Test
    void the_node_that_asks_for_an_assignment_is_deleted_and_calls_no_strategy() throws Exception {
        onZookeeper((center, servers) -> {
            start(center, context -> {});
            awaitOwners(center);
            Set<String> owners = instances(center);
            int calls = RecordingStrategy.RECEIVED.size();
            String node = "/job/leader/sharding/necessary";
            try (RegistrySession session = answer(center.openSession())) {
                assertThat(answer(session.commit(Transaction.builder()
                                .create(node, "", Transaction.Mode.PERSISTENT)
                                .build())))
                        .isInstanceOf(CommitResult.Committed.class);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> answer(session.read(ReadRequest.of(node))) instanceof ReadResult.Snapshot found
                                && found.node(node).isEmpty());
            }

            assertThat(instances(center)).isEqualTo(owners);
            assertThat(RecordingStrategy.RECEIVED).hasSize(calls);
        });
    }

    @Test
    void another_class_under_the_same_name_is_no_conflict() throws Exception {
        onZookeeper((center, servers) -> {
            class Renamed implements SimpleJob {
                @Override
                public void execute(ShardingContext context) {}
            }
            start(center, context -> {}).shutdown();

            start(center, new Renamed());

            awaitOwners(center);
        });
    }

    @Test
    void an_update_of_settings_that_were_not_read_is_a_conflict() throws Exception {
        onZookeeper((center, servers) -> {
            start(center, context -> {});
            awaitOwners(center);
            RegistryOperations operations = RegistryOperations.on(center);
            JobConfigurationPOJO made = JobConfigurationPOJO.fromJobConfiguration(job().build());

            assertThatThrownBy(() -> operations.jobConfiguration().updateJobConfiguration(made))
                    .isInstanceOfSatisfying(
                            OperationException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(OperationException.Kind.CONFLICT));
            JobConfigurationPOJO read = operations.jobConfiguration().getJobConfiguration("job");
            read.setDescription("edited");
            operations.jobConfiguration().updateJobConfiguration(read);
            assertThat(operations.jobConfiguration().getJobConfiguration("job").getDescription())
                    .isEqualTo("edited");
        });
    }

    @Test
    void the_context_of_a_run_contains_more() throws Exception {
        Set<String> old = Arrays.stream(Elasticjob304.loader()
                        .loadClass(OLD + "api.ShardingContext")
                        .getMethods())
                .map(Method::getName)
                .collect(Collectors.toSet());
        Set<String> now = Arrays.stream(ShardingContext.class.getMethods())
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(now).containsAll(old).contains("getFencingToken");
        assertThat(old).doesNotContain("getFencingToken");
    }
}
