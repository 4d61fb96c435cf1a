package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToleratedTextTest {

    private static final String PATH = "/namespace/job/config";

    @Test
    void settings_that_are_not_there_have_the_builders_defaults() {
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, "shardingTotalCount: 3\n");
        assertThat(read.configuration())
                .usingRecursiveComparison()
                .isEqualTo(JobConfiguration.newBuilder("job", 3).buildUnchecked());
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void nulls_leave_the_defaults() {
        String text = """
            cron:
            description: ~
            disabled: null
            jobErrorHandlerType: Null
            jobListenerTypes: ~
            jobName: ~
            maxTimeDiffSeconds:
            misfire: ~
            props:
            shardingTotalCount: 3
            """;
        assertThat(JobConfigurationCodec.decode(PATH, text).configuration())
                .usingRecursiveComparison()
                .isEqualTo(JobConfiguration.newBuilder("job", 3).buildUnchecked());
    }

    @Test
    void a_quoted_null_is_a_text() {
        assertThat(JobConfigurationCodec.decode(PATH, "jobParameter: 'null'")
                        .configuration()
                        .getJobParameter())
                .isEqualTo("null");
    }

    @Test
    void nulls_among_listeners_and_properties_are_left_out() {
        JobConfiguration config = JobConfigurationCodec.decode(PATH, "jobListenerTypes: [a, null]\nprops: {a: ~, b: 1}")
                .configuration();
        assertThat(config.getJobListenerTypes()).containsExactly("a");
        assertThat(config.getProps()).containsOnlyKeys("b").containsEntry("b", "1");
    }

    @Test
    void a_missing_number_of_items_is_a_problem_of_the_settings_and_not_of_the_text() {
        assertThat(JobConfigurationCodec.decode(PATH, "cron: 0/5 * * * * ?")
                        .configuration()
                        .problems())
                .extracting(ConfigurationProblem::setting)
                .containsExactly("shardingTotalCount");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"true", "True", "TRUE", "yes", "Yes", "on", "ON", "'true'", "\"yes\"", "!!bool true", "!!str on"
            })
    void switches_may_be_on_in_any_way_of_yaml(String value) {
        assertThat(JobConfigurationCodec.decode(PATH, "failover: " + value)
                        .configuration()
                        .isFailover())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "False", "no", "NO", "off", "'false'", "\"off\""})
    void switches_may_be_off_in_any_way_of_yaml(String value) {
        assertThat(JobConfigurationCodec.decode(PATH, "misfire: " + value)
                        .configuration()
                        .isMisfire())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "+3", "'3'", "\"3\"", "!!int 3", "' 3 '"})
    void numbers_may_be_quoted(String value) {
        assertThat(JobConfigurationCodec.decode(PATH, "shardingTotalCount: " + value)
                        .configuration()
                        .getShardingTotalCount())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"007", "2024-02-29", "yes", "1_000", "12:30", "0x1F", ".5", "<<"})
    void texts_need_no_quotes_and_stay_as_they_are_written(String value) {
        JobConfiguration config = JobConfigurationCodec.decode(
                        PATH,
                        "jobParameter: " + value + "\nprops:\n  key: " + value + "\njobListenerTypes: [" + value + "]")
                .configuration();
        assertThat(config.getJobParameter()).isEqualTo(value);
        assertThat(config.getProps()).containsEntry("key", value);
        assertThat(config.getJobListenerTypes()).containsExactly(value);
    }

    @Test
    void comments_byte_order_mark_and_windows_line_ends_do_not_matter() {
        JobConfiguration config = JobConfigurationCodec.decode(
                        PATH, "\uFEFF# comment\r\n---\r\nshardingTotalCount: 3 # items\r\nfailover: true\r\n...\r\n")
                .configuration();
        assertThat(config.getShardingTotalCount()).isEqualTo(3);
        assertThat(config.isFailover()).isTrue();
    }

    @Test
    void the_nodes_name_counts_and_another_in_the_text_is_warned_about() {
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, "jobName: copied\nshardingTotalCount: 1");
        assertThat(read.configuration().getJobName()).isEqualTo("job");
        assertThat(read.warnings()).singleElement().asString().contains(PATH, "jobName", "'copied'", "'job'");
    }

    @Test
    void without_a_job_in_the_path_the_text_names_the_job() {
        assertThat(JobConfigurationCodec.decode("draft", "jobName: written")
                        .configuration()
                        .getJobName())
                .isEqualTo("written");
    }

    @Test
    void both_thread_keys_are_read() {
        for (String key : new String[] {"jobExecutorServiceHandlerType", "jobExecutorThreadPoolSizeProviderType"}) {
            StoredConfiguration read = JobConfigurationCodec.decode(PATH, key + ": SINGLE_THREAD");
            assertThat(read.configuration().getJobExecutorThreadPoolSizeProviderType())
                    .isEqualTo("SINGLE_THREAD");
            assertThat(read.warnings()).isEmpty();
        }
    }

    @Test
    void of_both_thread_keys_the_newer_counts_with_a_warning() {
        StoredConfiguration read = JobConfigurationCodec.decode(
                PATH, "jobExecutorServiceHandlerType: CPU\njobExecutorThreadPoolSizeProviderType: SINGLE_THREAD");
        assertThat(read.configuration().getJobExecutorThreadPoolSizeProviderType())
                .isEqualTo("SINGLE_THREAD");
        assertThat(read.warnings()).singleElement().asString().contains("jobExecutorServiceHandlerType");
        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .contains("jobExecutorThreadPoolSizeProviderType: SINGLE_THREAD")
                .doesNotContain("ServiceHandler");
    }

    @Test
    void unknown_keys_are_kept_at_every_depth_and_named_in_a_warning() {
        String text = """
            aFuture:
              nested:
              - deep: {a: 1, b: [x, 'y']}
                text: |
                  two
                  lines
              number: 1_000
            shardingTotalCount: 1
            zNull: null
            """;
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, text);
        assertThat(read.foreign().keys()).containsExactly("aFuture", "zNull");
        assertThat(read.warnings())
                .hasSize(2)
                .anySatisfy(warning -> assertThat(warning).contains(PATH, "'aFuture'", "kept"));
        JobConfiguration changed =
                read.configuration().toBuilder().shardingTotalCount(2).buildUnchecked();
        String rewritten = JobConfigurationCodec.encode(changed, read.foreign());
        assertThat(rewritten)
                .startsWith(text.substring(0, text.indexOf("shardingTotalCount")))
                .contains("\nshardingTotalCount: 2\n")
                .endsWith("\nzNull: null\n");
        StoredConfiguration again = JobConfigurationCodec.decode(PATH, rewritten);
        assertThat(JobConfigurationCodec.encode(again.configuration(), again.foreign()))
                .isEqualTo(rewritten);
    }

    /** The emitter quotes texts with a leading zero; every YAML 1.1 reader reads the same number. */
    @Test
    void an_unknown_number_with_a_leading_zero_stays_that_number() {
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, "unknown: 007");
        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .contains("unknown: !!int '007'\n");
    }

    @Test
    void unknown_values_keep_the_way_they_are_written() {
        String unknown = "unknown1: \"\"\nunknown2: !!int \"5\"\nunknown3: 'word'\nunknown4: word\n";
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, unknown);
        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .contains(unknown);
    }

    @Test
    void tagged_tracing_entries_of_3_0_x_survive_to_the_byte() {
        String text = GoldenCases.resource("tracing-by-3.0.4.yaml");
        StoredConfiguration read = JobConfigurationCodec.decode("/test_job/config", text);
        assertThat(read.configuration().getExtraConfigurations()).isEmpty();
        assertThat(read.foreign().keys()).containsExactly("jobExtraConfigurations");
        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .isEqualTo(text);
    }

    @Test
    void a_tracing_entry_is_reported_as_without_effect() {
        String text = "jobExtraConfigurations:\n- !!TRACING\n  jdbcUrl: jdbc:h2:mem:other\n";
        assertThat(JobConfigurationCodec.decode(PATH, text).warnings())
                .singleElement()
                .asString()
                .contains("jobExtraConfigurations is kept and has no effect")
                .doesNotContain("jdbc:h2");
    }

    @Test
    void a_password_in_a_tracing_entry_is_warned_about_and_not_quoted() {
        StoredConfiguration read =
                JobConfigurationCodec.decode("/test_job/config", GoldenCases.resource("tracing-by-3.0.4.yaml"));
        assertThat(read.warnings())
                .singleElement()
                .asString()
                .contains("jobExtraConfigurations", "password")
                .doesNotContain("example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"!local x", "!!com.example.Unknown {a: b}", "!<tag:example.com,2020:t> [1]", "!!set {a, b}"})
    void any_tag_under_an_unknown_key_is_kept_unchanged(String value) {
        StoredConfiguration read = JobConfigurationCodec.decode(PATH, "extension: " + value);
        String rewritten = JobConfigurationCodec.encode(read.configuration(), read.foreign());
        assertThat(rewritten).contains(value.substring(0, value.indexOf(' ')));
        StoredConfiguration again = JobConfigurationCodec.decode(PATH, rewritten);
        assertThat(JobConfigurationCodec.encode(again.configuration(), again.foreign()))
                .isEqualTo(rewritten);
    }
}
