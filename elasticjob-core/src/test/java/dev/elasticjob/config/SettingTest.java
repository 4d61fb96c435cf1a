package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ConfigurationProblem;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.JobSetting;
import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.api.Retry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SettingTest {

    private static final String PLAIN = JobConfigurationCodec.encode(job().buildUnchecked());

    private static JobConfiguration.Builder job() {
        return JobConfiguration.newBuilder("job", 1);
    }

    private static StoredConfiguration decode(String text) {
        return JobConfigurationCodec.decode("/job/config", text);
    }

    private static JobConfiguration.Builder withAllOfThisProduct() {
        return job().killGrace("1m30s")
                .onStubborn(OnStubborn.RELEASE)
                .retry(Retry.exponential(5, "10s", "10m").notOn(IllegalArgumentException.class));
    }

    @Test
    void settings_of_this_product_are_written_below_props_and_read_back() {
        String text = JobConfigurationCodec.encode(
                withAllOfThisProduct().setProperty("a", "1").buildUnchecked());
        assertThat(text).contains("""
                props:
                  a: '1'
                  ej.killGrace: 1m30s
                  ej.onStubborn: RELEASE
                  ej.retry: exponential 5 10s 10m not-on java.lang.IllegalArgumentException
                """);
        StoredConfiguration read = decode(text);
        assertThat(read.warnings()).isEmpty();
        assertThat(read.configuration())
                .usingRecursiveComparison()
                .isEqualTo(withAllOfThisProduct().setProperty("a", "1").buildUnchecked());
        assertThat(read.configuration().getProps()).containsOnlyKeys("a");
    }

    @Test
    void a_reader_of_elasticjob_finds_no_unknown_key() {
        assertThat(JobConfigurationCodec.encode(withAllOfThisProduct().buildUnchecked())
                        .replaceAll("(?s)props:\n(  [^\n]*\n)*", ""))
                .isEqualTo(PLAIN);
    }

    @Test
    void defaults_are_not_written() {
        JobConfiguration.Builder builder = job();
        JobSetting.all().stream()
                .filter(JobSetting::isStoredInProps)
                .forEach(setting -> builder.setText(setting, format(setting)));
        assertThat(JobConfigurationCodec.encode(builder.buildUnchecked())).isEqualTo(PLAIN);
    }

    private static <T> String format(JobSetting<T> setting) {
        return setting.format(setting.defaultValue());
    }

    @Test
    void a_setting_of_a_later_version_is_kept() {
        String text = PLAIN.replace("reconcile", "props:\n  ej.later: 5 apples\n  ej.retry: fixed 3 30s\nreconcile");
        StoredConfiguration read = decode(text);
        assertThat(read.warnings()).isEmpty();
        assertThat(read.configuration().problems()).isEmpty();
        assertThat(read.configuration().getRetry()).isEqualTo(Retry.fixed(3, "30s"));
        JobConfiguration edited =
                read.configuration().toBuilder().retry(Retry.NONE).buildUnchecked();
        assertThat(JobConfigurationCodec.encode(edited, read.foreign()))
                .contains("props:\n  ej.later: 5 apples\nreconcile");
    }

    @Test
    void an_unreadable_value_is_a_problem_of_the_configuration() {
        JobConfiguration read = decode("shardingTotalCount: 1\nprops:\n  ej.killGrace: 30\n  ej.retry: linear 5 1s\n")
                .configuration();
        assertThat(read.problems())
                .allSatisfy(
                        problem -> assertThat(problem.isToleratedInRegistry()).isFalse())
                .extracting(ConfigurationProblem::setting, ConfigurationProblem::value)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("killGrace", "30"),
                        org.assertj.core.groups.Tuple.tuple("retry", "linear 5 1s"));
    }

    @Test
    void a_value_that_is_null_keeps_the_default() {
        assertThat(decode("shardingTotalCount: 1\nprops:\n  ej.killGrace:\n")
                        .configuration()
                        .getKillGrace())
                .hasSeconds(10);
    }

    @Test
    void a_node_of_2x_holds_them_in_its_props() {
        StoredConfiguration read = decode("{\"jobName\":\"job\",\"jobClass\":\"a.B\",\"shardingTotalCount\":1,"
                + "\"props\":{\"ej.killGrace\":\"5s\"}}");
        assertThat(read.configuration().getKillGrace()).hasSeconds(5);
        JobConfiguration edited =
                read.configuration().toBuilder().onStubborn(OnStubborn.RELEASE).buildUnchecked();
        String written = JobConfigurationCodec.encode(edited, read.foreign());
        assertThat(written).contains("\"props\":{\"ej.killGrace\":\"5s\",\"ej.onStubborn\":\"RELEASE\"}");
        assertThat(decode(written).configuration()).usingRecursiveComparison().isEqualTo(edited);
    }

    @Test
    void differences_are_named_as_settings() {
        assertThat(ConfigurationDrift.between(
                        job().buildUnchecked(), withAllOfThisProduct().buildUnchecked()))
                .containsExactly(
                        new ConfigurationDrift("killGrace", "10s", "1m30s"),
                        new ConfigurationDrift("onStubborn", "HOLD", "RELEASE"),
                        new ConfigurationDrift(
                                "retry", "none", "exponential 5 10s 10m not-on java.lang.IllegalArgumentException"));
    }

    @Test
    void every_setting_is_written_and_read_back() {
        JobConfiguration.Builder builder = job();
        JobSetting.all().forEach(setting -> setSample(builder, setting));
        JobConfiguration config = builder.buildUnchecked();
        JobConfiguration read = decode(JobConfigurationCodec.encode(config)).configuration();
        Map<String, Object> expected = new TreeMap<>();
        Map<String, Object> found = new TreeMap<>();
        for (JobSetting<?> setting : JobSetting.all()) {
            assertThat(config.get(setting)).as(setting.name()).isNotEqualTo(setting.defaultValue());
            expected.put(setting.name(), config.get(setting));
            found.put(setting.name(), read.get(setting));
        }
        assertThat(found).isEqualTo(expected);
    }

    private static void setSample(JobConfiguration.Builder builder, JobSetting<?> setting) {
        switch (setting.kind()) {
            case PROPERTIES -> builder.setProperty("a", "b");
            case SWITCH ->
                builder.setText(setting, String.valueOf(setting.defaultValue().equals(false)));
            case NUMBER -> builder.setText(setting, "7");
            case CHOICE -> builder.setText(setting, setting.choices().get(1));
            default -> {
                // The first text that the setting accepts.
                for (String text : List.of("7s", "fixed 3 30s")) {
                    builder.setText(setting, text);
                    if (builder.buildUnchecked().problems().stream()
                            .noneMatch(problem -> problem.setting().equals(setting.name())
                                    && problem.severity() == ConfigurationProblem.Severity.WRONG)) {
                        break;
                    }
                }
            }
        }
    }
}
