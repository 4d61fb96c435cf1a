package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.elasticjob.api.ConfigurationProblem.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationRulesTest {

    private static JobConfiguration.Builder job() {
        return JobConfiguration.newBuilder("job", 3);
    }

    private static ConfigurationProblem onlyProblem(JobConfiguration.Builder builder) {
        List<ConfigurationProblem> problems = builder.buildUnchecked().problems();
        assertThat(problems).hasSize(1);
        assertThatExceptionOfType(JobConfigurationException.class)
                .isThrownBy(builder::build)
                .withMessage(problems.get(0).message())
                .satisfies(thrown -> assertThat(thrown.problems()).isEqualTo(problems));
        return problems.get(0);
    }

    private static void assertNamesEverything(ConfigurationProblem problem, String setting, String value) {
        assertThat(problem.setting()).isEqualTo(setting);
        assertThat(problem.value()).isEqualTo(value);
        assertThat(problem.reason()).isNotBlank();
        assertThat(problem.remedy()).isNotBlank();
        assertThat(problem.message())
                .contains(
                        "'" + problem.jobName() + "'", setting, "'" + value + "'", problem.reason(), problem.remedy());
    }

    @Test
    void a_name_and_a_number_of_items_are_enough() {
        assertThat(job().build().problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\t",
                " job",
                "job ",
                "\u3000job",
                ".",
                "..",
                "zookeeper",
                "a/b",
                "/",
                "/job",
                "a@-@b",
                "a\u0000b",
                "a\nb",
                "a\u007fb",
                "a\u009fb",
                "a\uE000b",
                "a\uFFF0b",
                "a\uFFFFb",
                "fire \uD83D\uDD25",
                "a\uD800"
            })
    void a_name_that_cannot_name_a_node_is_wrong(String name) {
        ConfigurationProblem problem = onlyProblem(JobConfiguration.newBuilder(name, 1));
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertThat(problem.jobName()).isEqualTo(name);
        assertNamesEverything(problem, "jobName", name);
    }

    @ParameterizedTest
    @CsvSource({"'a\u0007b', U+0007", "'a\uE000b', U+E000", "'a\uD83D\uDD25', U+D83D"})
    void an_illegal_character_is_named(String name, String character) {
        assertThat(onlyProblem(JobConfiguration.newBuilder(name, 1)).reason()).contains(character);
    }

    @Test
    void a_name_that_is_null_is_an_empty_one() {
        assertThat(onlyProblem(JobConfiguration.newBuilder(null, 1)).reason()).contains("empty");
    }

    @Test
    void a_name_may_have_200_characters_and_no_more() {
        assertThat(JobConfiguration.newBuilder("x".repeat(200), 1)
                        .buildUnchecked()
                        .problems())
                .isEmpty();
        assertThat(onlyProblem(JobConfiguration.newBuilder("x".repeat(201), 1)).reason())
                .contains("201", "200");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"job", "com.example.MyJob", "my-job_1", "任务", "a b", "...", ".hidden", "Zookeeper", "été", "a@b"
            })
    void other_names_are_fine(String name) {
        assertThat(JobConfiguration.newBuilder(name, 1).build().getJobName()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void less_than_one_item_is_wrong(int total) {
        ConfigurationProblem problem = onlyProblem(JobConfiguration.newBuilder("job", total));
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertNamesEverything(problem, "shardingTotalCount", String.valueOf(total));
    }

    @ParameterizedTest
    @ValueSource(ints = {100_001, 300_000, Integer.MAX_VALUE})
    void more_items_than_an_epoch_holds_are_wrong_and_the_limit_is_named(int total) {
        ConfigurationProblem problem = onlyProblem(JobConfiguration.newBuilder("job", total));
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertNamesEverything(problem, "shardingTotalCount", String.valueOf(total));
        assertThat(problem.message()).contains("100000");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100_000})
    void any_number_of_items_up_to_the_limit_is_fine(int total) {
        assertThat(JobConfiguration.newBuilder("job", total).build().getShardingTotalCount())
                .isEqualTo(total);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        A        | 'A' has no '='
        0=A,B    | 'B' has no '='
        0=A,     | '' has no '='
        ,        | '' has no '='
        0:A      | '0:A' has no '='
        =A       | '=A' does not begin with the number
        x=A      | 'x=A' does not begin with the number
        -1=A     | '-1=A' does not begin with the number
        1.0=A    | '1.0=A' does not begin with the number
        1 0=A    | '1 0=A' does not begin with the number
        9999999999=A | '9999999999=A' does not begin with the number
        １=A     | '１=A' does not begin with the number
        0=A,0=B  | item 0 is given twice
        1=A, 01=A | item 01 is given twice
        """)
    void item_parameters_that_cannot_be_understood_are_wrong(String text, String reason) {
        List<ConfigurationProblem> problems =
                job().shardingItemParameters(text).buildUnchecked().problems();
        assertThat(problems).isNotEmpty().allSatisfy(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WRONG);
            assertNamesEverything(problem, "shardingItemParameters", text);
        });
        assertThat(problems.get(0).reason()).contains(reason);
    }

    @Test
    void every_mistake_in_item_parameters_is_reported() {
        assertThat(job().shardingItemParameters("A,0=x,y=1,0=z")
                        .buildUnchecked()
                        .problems())
                .extracting(ConfigurationProblem::reason)
                .hasSize(3);
    }

    @Test
    void parameters_of_items_that_are_not_there_are_unwise_and_named_together() {
        ConfigurationProblem problem = onlyProblem(job().shardingItemParameters("0=A,3=B,7=C"));
        assertThat(problem.severity()).isEqualTo(Severity.UNWISE);
        assertThat(problem.reason()).contains("no item 3, 7", "shardingTotalCount is 3", "count from 0");
        assertNamesEverything(problem, "shardingItemParameters", "0=A,3=B,7=C");
    }

    @Test
    void a_wrong_number_of_items_does_not_make_all_parameters_unwise_too() {
        assertThat(JobConfiguration.newBuilder("job", 0)
                        .shardingItemParameters("0=A")
                        .buildUnchecked()
                        .problems())
                .extracting(ConfigurationProblem::setting)
                .containsExactly("shardingTotalCount");
    }

    @Test
    void failover_without_monitoring_is_accepted_and_reported_as_having_no_effect() {
        JobConfiguration built = job().failover(true).monitorExecution(false).build();
        assertThat(built.problems()).hasSize(1);
        ConfigurationProblem problem = built.problems().get(0);
        assertThat(problem.severity()).isEqualTo(Severity.NO_EFFECT);
        assertThat(problem.isRejectedInCode()).isFalse();
        assertThat(problem.isToleratedInRegistry()).isTrue();
        assertNamesEverything(problem, "failover", "true");
        assertThat(problem.message()).contains("monitorExecution");
    }

    @Test
    void the_other_combinations_of_failover_and_monitoring_are_fine() {
        job().failover(true).monitorExecution(true).build();
        job().failover(false).monitorExecution(false).build();
    }

    @ParameterizedTest
    @CsvSource({"-1s, PT-1S", "24h1ms, 1d1ms", "PT0.0000001S, PT0.0000001S"})
    void a_kill_grace_out_of_range_is_wrong(String text, String value) {
        ConfigurationProblem problem = onlyProblem(job().killGrace(text));
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertNamesEverything(problem, "killGrace", value);
        assertThat(problem.message()).contains("from 0s to 1d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1ms", "10s", "1d"})
    void other_kill_graces_are_fine(String text) {
        assertThat(job().killGrace(text).build().getKillGrace()).isEqualTo(JobSetting.KILL_GRACE.parse(text));
    }

    @ParameterizedTest
    @CsvSource({"99ms, 99ms", "-1s, PT-1S", "30d1ms, 30d1ms"})
    void a_timeout_out_of_range_is_wrong(String text, String value) {
        ConfigurationProblem problem = onlyProblem(job().timeout(text));
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertNamesEverything(problem, "timeout", value);
        assertThat(problem.message()).contains("from 100ms to 30d, or to 0 for none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "100ms", "30s", "PT30S", "1h30m", "30d"})
    void other_timeouts_are_fine_also_without_monitoring(String text) {
        assertThat(job().timeout(text).monitorExecution(false).build().getTimeout())
                .isEqualTo(JobSetting.TIMEOUT.parse(text));
    }

    @Test
    void a_text_that_cannot_be_read_is_wrong_and_the_default_applies() {
        JobConfiguration.Builder builder = job().killGrace("soon");
        ConfigurationProblem problem = onlyProblem(builder);
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertNamesEverything(problem, "killGrace", "soon");
        assertThat(problem.remedy()).contains("30s");
        JobConfiguration built = builder.buildUnchecked();
        assertThat(built.getKillGrace()).isEqualTo(JobSetting.KILL_GRACE.defaultValue());
        assertThat(built.immutableCopy().problems()).isEqualTo(built.problems());
        assertThat(builder.killGrace("5s").build().getKillGrace()).hasSeconds(5);
    }

    @Test
    void a_number_of_items_that_cannot_be_read_is_reported_once() {
        assertNamesEverything(
                onlyProblem(job().setText(JobSetting.SHARDING_TOTAL_COUNT, "many")), "shardingTotalCount", "many");
    }

    @Test
    void a_retry_without_monitoring_is_unwise() {
        ConfigurationProblem problem =
                onlyProblem(job().retry(Retry.fixed(3, "30s")).monitorExecution(false));
        assertThat(problem.severity()).isEqualTo(Severity.UNWISE);
        assertNamesEverything(problem, "retry", "fixed 3 30s");
        assertThat(problem.message()).contains("monitorExecution");
        job().retry(Retry.fixed(3, "30s")).build();
        job().monitorExecution(false).build();
    }

    @Test
    void a_retry_that_excludes_every_exception_is_unwise() {
        Retry never = Retry.fixed(3, "30s").notOn(Throwable.class);
        ConfigurationProblem problem = onlyProblem(job().retry(never));
        assertThat(problem.severity()).isEqualTo(Severity.UNWISE);
        assertNamesEverything(problem, "retry", never.toString());
        Retry contradicting = Retry.fixed(3, "30s").onlyOn(Error.class).notOn(Error.class, Exception.class);
        assertThat(onlyProblem(job().retry(contradicting)).reason()).contains("excludes every exception");
        job().retry(Retry.fixed(3, "30s").onlyOn(Throwable.class).notOn(Exception.class))
                .build();
    }

    @Test
    void a_property_with_the_stored_name_of_a_setting_is_wrong() {
        ConfigurationProblem problem = onlyProblem(job().setProperty("ej.killGrace", "5s"));
        assertThat(problem.severity()).isEqualTo(Severity.WRONG);
        assertNamesEverything(problem, "props.ej.killGrace", "5s");
        assertThat(problem.remedy()).contains("set killGrace");
        job().setProperty("ej.later", "x").setProperty("ej.cron", "x").build();
    }

    @Test
    void an_unknown_strategy_is_reported_with_the_known_ones() {
        assertUnknownType(
                onlyProblem(job().jobShardingStrategyType("ODD")),
                "jobShardingStrategyType",
                "ODD",
                "TEST_STRATEGY",
                "META-INF/services/dev.elasticjob.spi.JobShardingStrategy");
    }

    @Test
    void an_unknown_error_handler_is_reported_with_the_known_ones() {
        assertUnknownType(
                onlyProblem(job().jobErrorHandlerType("PAGER")),
                "jobErrorHandlerType",
                "PAGER",
                "TEST_HANDLER",
                "META-INF/services/dev.elasticjob.spi.JobErrorHandler");
    }

    @Test
    void an_unknown_thread_type_is_reported_with_the_known_ones() {
        assertUnknownType(
                onlyProblem(job().jobExecutorThreadPoolSizeProviderType("MANY")),
                "jobExecutorThreadPoolSizeProviderType",
                "MANY",
                "TEST_THREADS",
                "META-INF/services/dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider");
    }

    @ParameterizedTest
    @ValueSource(strings = {"THIRD", "", " FIRST", "first"})
    void an_unknown_listener_is_reported_with_the_known_ones(String type) {
        assertUnknownType(
                onlyProblem(job().jobListenerTypes("FIRST", type, "SECOND")),
                "jobListenerTypes",
                type,
                "[FIRST, SECOND]",
                "META-INF/services/dev.elasticjob.api.ElasticJobListener");
    }

    private static void assertUnknownType(
            ConfigurationProblem problem, String setting, String type, String known, String file) {
        assertThat(problem.severity()).isEqualTo(Severity.UNKNOWN_TYPE);
        assertNamesEverything(problem, setting, type);
        assertThat(problem.message()).contains(known, file);
    }

    @Test
    void types_that_are_registered_are_fine() {
        JobConfiguration config = job().jobShardingStrategyType("TEST_STRATEGY")
                .jobErrorHandlerType("TEST_HANDLER")
                .jobExecutorThreadPoolSizeProviderType("TEST_THREADS")
                .jobListenerTypes("SECOND", "FIRST")
                .build();
        assertThat(config.getJobListenerTypes()).containsExactly("SECOND", "FIRST");
    }

    @Test
    void all_problems_are_reported_together() {
        assertThatExceptionOfType(JobConfigurationException.class)
                .isThrownBy(() -> JobConfiguration.newBuilder("a/b", 0)
                        .shardingItemParameters("x")
                        .failover(true)
                        .monitorExecution(false)
                        .jobErrorHandlerType("PAGER")
                        .build())
                .satisfies(thrown -> {
                    assertThat(thrown.problems())
                            .extracting(ConfigurationProblem::setting)
                            .containsExactly(
                                    "jobName", "shardingTotalCount", "shardingItemParameters", "jobErrorHandlerType");
                    assertThat(thrown.getMessage().lines()).hasSize(4);
                });
    }

    @Test
    void settings_built_unchecked_are_kept_as_they_are_with_their_problems() {
        JobConfiguration config = JobConfiguration.newBuilder("a/b", 0)
                .shardingItemParameters("0=A,broken")
                .buildUnchecked();
        assertThat(config.getJobName()).isEqualTo("a/b");
        assertThat(config.getShardingItemParameters()).isEqualTo("0=A,broken");
        assertThat(config.itemParameters()).containsOnlyKeys(0);
        assertThat(config.problems()).hasSize(3);
        assertThat(config.immutableCopy().problems()).isEqualTo(config.problems());
    }
}
