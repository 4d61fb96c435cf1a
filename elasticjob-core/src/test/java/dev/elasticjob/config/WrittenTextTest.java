package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.tracing.TracingConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTextTest {

    @ParameterizedTest
    @MethodSource("dev.elasticjob.config.GoldenCases#withoutThreadType")
    void a_new_node_is_what_3_0_4_writes_for_the_same_settings(GoldenCases.Case golden) {
        assertThat(JobConfigurationCodec.encode(golden.configuration())).isEqualTo(golden.written());
    }

    @ParameterizedTest
    @MethodSource("dev.elasticjob.config.GoldenCases#all")
    void what_3_0_4_wrote_is_read_as_the_settings_it_was_given(GoldenCases.Case golden) {
        StoredConfiguration read = JobConfigurationCodec.decode(path(golden), golden.written());
        assertThat(read.warnings()).isEmpty();
        assertThat(read.foreign().keys()).isEmpty();
        assertThat(read.configuration()).usingRecursiveComparison().isEqualTo(golden.configuration());
    }

    @ParameterizedTest
    @MethodSource("dev.elasticjob.config.GoldenCases#all")
    void rewriting_what_3_0_4_wrote_changes_nothing(GoldenCases.Case golden) {
        StoredConfiguration read = JobConfigurationCodec.decode(path(golden), golden.written());
        assertThat(JobConfigurationCodec.encode(read.configuration(), read.foreign()))
                .isEqualTo(golden.written());
    }

    private static String path(GoldenCases.Case golden) {
        return "/namespace/" + golden.configuration().getJobName() + "/config";
    }

    /** 3.0.4 writes these texts in such a way that they are read as line feeds or with additional blanks. */
    @ParameterizedTest
    @ValueSource(strings = {"a\u2028b", "a\u2029b", "a\u0085b", "first\nsecond\u2028third", "\u0085", "  a\u2028 b  "})
    void unusual_line_breaks_come_back_as_they_were(String text) {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1)
                .jobParameter(text)
                .setProperty(text, text)
                .jobListenerTypes(text)
                .buildUnchecked();
        StoredConfiguration read = JobConfigurationCodec.decode("/job/config", JobConfigurationCodec.encode(config));
        assertThat(read.configuration()).usingRecursiveComparison().isEqualTo(config);
    }

    @Test
    void properties_are_written_in_alphabetical_order() {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder("job", 1);
        for (String key : "zeta,alpha,mid.dle,Beta,1".split(",")) {
            builder.setProperty(key, "x");
        }
        assertThat(JobConfigurationCodec.encode(builder.buildUnchecked()))
                .contains("props:\n  '1': x\n  Beta: x\n  alpha: x\n  mid.dle: x\n  zeta: x\n");
    }

    @Test
    void the_thread_type_of_a_new_node_has_its_newer_key() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1)
                .jobExecutorThreadPoolSizeProviderType("SINGLE_THREAD")
                .buildUnchecked();
        assertThat(JobConfigurationCodec.encode(config))
                .contains("\njobExecutorThreadPoolSizeProviderType: SINGLE_THREAD\n")
                .doesNotContain("jobExecutorServiceHandlerType");
    }

    @Test
    void the_thread_type_keeps_the_key_that_the_node_had() {
        StoredConfiguration read = JobConfigurationCodec.decode(
                "/job/config", "jobExecutorServiceHandlerType: CPU\njobName: job\nshardingTotalCount: 1\n");
        JobConfiguration changed = read.configuration().toBuilder()
                .jobExecutorThreadPoolSizeProviderType("SINGLE_THREAD")
                .buildUnchecked();
        assertThat(JobConfigurationCodec.encode(changed, read.foreign()))
                .contains("\njobExecutorServiceHandlerType: SINGLE_THREAD\n")
                .doesNotContain("ThreadPoolSize");
    }

    @Test
    void a_thread_type_that_is_no_longer_set_is_left_out_under_either_key() {
        StoredConfiguration read = JobConfigurationCodec.decode("/job/config", "jobExecutorServiceHandlerType: CPU\n");
        JobConfiguration changed = read.configuration().toBuilder()
                .jobExecutorThreadPoolSizeProviderType("")
                .buildUnchecked();
        assertThat(JobConfigurationCodec.encode(changed, read.foreign())).doesNotContain("jobExecutor");
    }

    @Test
    void extra_configurations_are_never_written() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1)
                .addExtraConfigurations(new TracingConfiguration<>("RDB", "jdbc:secret"))
                .buildUnchecked();
        assertThat(JobConfigurationCodec.encode(config)).doesNotContain("RDB", "secret", "Extra");
    }
}
