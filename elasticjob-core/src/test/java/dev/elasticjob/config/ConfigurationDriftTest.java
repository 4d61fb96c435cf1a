package dev.elasticjob.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationDriftTest {

    private static JobConfiguration.Builder job() {
        return JobConfiguration.newBuilder("job", 3);
    }

    private static List<ConfigurationDrift> drift(JobConfiguration.Builder code, JobConfiguration.Builder registry) {
        return ConfigurationDrift.between(code.buildUnchecked(), registry.buildUnchecked());
    }

    @Test
    void the_same_settings_do_not_differ() {
        assertThat(drift(job(), job())).isEmpty();
    }

    @Test
    void every_setting_that_differs_is_named_with_both_values() {
        JobConfiguration.Builder other = JobConfiguration.newBuilder("job", 4)
                .cron("0/5 * * * * ?")
                .timeZone("Asia/Shanghai")
                .shardingItemParameters("0=A")
                .jobParameter("p")
                .monitorExecution(false)
                .failover(true)
                .misfire(false)
                .maxTimeDiffSeconds(5)
                .reconcileIntervalMinutes(1)
                .jobShardingStrategyType("ODEVITY")
                .jobExecutorThreadPoolSizeProviderType("SINGLE_THREAD")
                .jobErrorHandlerType("THROW")
                .jobListenerTypes("a", "b")
                .description("d")
                .setProperty("k", "v")
                .disabled(true)
                .overwrite(true)
                .label("l")
                .staticSharding(true);
        assertThat(drift(job(), other))
                .containsExactly(
                        new ConfigurationDrift("cron", "(not set)", "0/5 * * * * ?"),
                        new ConfigurationDrift("description", "(not set)", "d"),
                        new ConfigurationDrift("disabled", "false", "true"),
                        new ConfigurationDrift("failover", "false", "true"),
                        new ConfigurationDrift("jobErrorHandlerType", "LOG", "THROW"),
                        new ConfigurationDrift("jobExecutorThreadPoolSizeProviderType", "CPU", "SINGLE_THREAD"),
                        new ConfigurationDrift("jobListenerTypes", "[]", "[a, b]"),
                        new ConfigurationDrift("jobParameter", "(not set)", "p"),
                        new ConfigurationDrift("jobShardingStrategyType", "AVG_ALLOCATION", "ODEVITY"),
                        new ConfigurationDrift("label", "(not set)", "l"),
                        new ConfigurationDrift("maxTimeDiffSeconds", "-1", "5"),
                        new ConfigurationDrift("misfire", "true", "false"),
                        new ConfigurationDrift("monitorExecution", "true", "false"),
                        new ConfigurationDrift("overwrite", "false", "true"),
                        new ConfigurationDrift("props.k", "(not set)", "v"),
                        new ConfigurationDrift("reconcileIntervalMinutes", "10", "1"),
                        new ConfigurationDrift("shardingItemParameters", "(not set)", "0=A"),
                        new ConfigurationDrift("shardingTotalCount", "3", "4"),
                        new ConfigurationDrift("staticSharding", "false", "true"),
                        new ConfigurationDrift("timeZone", "(not set)", "Asia/Shanghai"));
    }

    @Test
    void an_unset_type_equals_its_default() {
        assertThat(drift(
                        job(),
                        job().jobShardingStrategyType("AVG_ALLOCATION")
                                .jobExecutorThreadPoolSizeProviderType("CPU")
                                .jobErrorHandlerType("LOG")))
                .isEmpty();
    }

    @Test
    void two_ways_of_writing_the_same_are_no_difference() {
        assertThat(drift(
                        job().cron("0 0  2 * * ?")
                                .timeZone("GMT+08:00")
                                .shardingItemParameters("0=A, 1=B")
                                .maxTimeDiffSeconds(-5)
                                .reconcileIntervalMinutes(-1),
                        job().cron("0 0 2 * * ?")
                                .timeZone("GMT+8")
                                .shardingItemParameters("1=B,0=A")
                                .reconcileIntervalMinutes(0)))
                .isEmpty();
    }

    @Test
    void an_unknown_time_zone_is_compared_as_a_text() {
        assertThat(drift(job().timeZone("Nowhere/1"), job().timeZone("Nowhere/1")))
                .isEmpty();
        assertThat(drift(job().timeZone("Nowhere/1"), job().timeZone("Nowhere/2")))
                .hasSize(1);
    }

    @Test
    void each_property_that_differs_is_named_and_secrets_are_masked() {
        assertThat(drift(
                        job().setProperty("email.password", "old")
                                .setProperty("same", "x")
                                .setProperty("empty", ""),
                        job().setProperty("email.password", "new")
                                .setProperty("same", "x")
                                .setProperty("email.host", "h")))
                .containsExactly(
                        new ConfigurationDrift("props.email.host", "(not set)", "h"),
                        new ConfigurationDrift("props.email.password", "******", "******"),
                        new ConfigurationDrift("props.empty", "", "(not set)"));
    }

    @Test
    void a_parameter_that_carries_a_password_is_masked() {
        assertThat(drift(job().jobParameter("jdbc:x?password=old"), job().jobParameter("{}")))
                .containsExactly(new ConfigurationDrift("jobParameter", "******", "{}"));
    }

    @Test
    void the_description_names_both_sides() {
        assertThat(new ConfigurationDrift("cron", "a", "b")).hasToString("cron: a in code, b in the registry");
    }
}
