package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.ConfigurationProblem.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationScheduleRulesTest {

    private static List<ConfigurationProblem> problems(String cron, String timeZone) {
        return JobConfiguration.newBuilder("job", 1)
                .cron(cron)
                .timeZone(timeZone)
                .buildUnchecked()
                .problems();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nonsense", "* * * * *", "60 * * * * ?", "0 0 0 32 * ?", "0 0 0 ? * XYZ", "0/5 * * * * ? x"})
    void a_malformed_cron_is_wrong(String cron) {
        assertThat(problems(cron, "")).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WRONG);
            assertThat(problem.setting()).isEqualTo("cron");
            assertThat(problem.value()).isEqualTo(cron);
            assertThat(problem.reason()).isNotBlank().isNotEqualTo("null");
            assertThat(problem.message()).contains("'job'", "'" + cron + "'", "such as '0/5 * * * * ?'");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 0 1 1 ? 2001", "0 0 0 30 2 ?"})
    void a_cron_that_never_fires_again_is_wrong(String cron) {
        assertThat(problems(cron, "")).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WRONG);
            assertThat(problem.setting()).isEqualTo("cron");
            assertThat(problem.message()).contains("never fires", "one-off");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/5 * * * * ?", "0 0 2 ? * MON-FRI", "0 0 12 L * ?", " 0 0 2 * * ? "})
    void a_cron_that_fires_is_fine(String cron) {
        assertThat(problems(cron, "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   "})
    void no_cron_makes_a_one_off_job(String cron) {
        assertThat(problems(cron, "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nowhere/City", "GMT+99:00", "8", "Asia/Shanghai/x"})
    void an_unknown_time_zone_is_wrong(String timeZone) {
        assertThat(problems("0/5 * * * * ?", timeZone)).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WRONG);
            assertThat(problem.setting()).isEqualTo("timeZone");
            assertThat(problem.value()).isEqualTo(timeZone);
            assertThat(problem.message()).contains("'job'", "'" + timeZone + "'", "Asia/Shanghai", "GMT+08:00");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Shanghai", "GMT+08:00", "GMT+8:00", "America/New_York", " UTC "})
    void regions_and_offsets_are_fine(String timeZone) {
        assertThat(problems("0/5 * * * * ?", timeZone)).isEmpty();
    }

    @Test
    void a_wrong_time_zone_and_a_wrong_cron_are_reported_together() {
        assertThat(problems("nonsense", "Nowhere/City"))
                .extracting(ConfigurationProblem::setting)
                .containsExactlyInAnyOrder("timeZone", "cron");
    }
}
