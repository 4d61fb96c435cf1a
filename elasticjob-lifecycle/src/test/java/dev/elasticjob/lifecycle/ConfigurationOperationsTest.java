package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies that updates check the version and the settings, and preserve the entries of other tools. */
class ConfigurationOperationsTest extends OnZookeeper {

    private JobConfigurationAPI api() {
        return operations.jobConfiguration();
    }

    private static void assertKind(Throwable error, Kind kind) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        OperationException.class,
                        each -> assertThat(each.kind()).isEqualTo(kind));
    }

    @Test
    void settings_are_read_and_an_edit_is_written() {
        tree.put("/job/config", Tree.config("job", 3, "jobParameter: before\nprops:\n  a: b\n"));

        JobConfigurationPOJO read = api().getJobConfiguration("job");
        assertThat(read.getJobParameter()).isEqualTo("before");
        assertThat(read.getShardingTotalCount()).isEqualTo(3);
        assertThat(read.getProps().getProperty("a")).isEqualTo("b");
        read.setJobParameter("after");
        read.getProps().setProperty("c", "d");
        api().updateJobConfiguration(read);

        JobConfigurationPOJO again = api().getJobConfiguration("job");
        assertThat(again.getJobParameter()).isEqualTo("after");
        assertThat(again.getProps()).containsEntry("a", "b").containsEntry("c", "d");
        assertThat(again.getVersion()).isEqualTo(read.getVersion() + 1);
    }

    @Test
    void the_second_of_two_operators_does_not_overwrite_the_first() {
        tree.put("/job/config", Tree.config("job", 3, ""));
        JobConfigurationPOJO first = api().getJobConfiguration("job");
        JobConfigurationPOJO second = api().getJobConfiguration("job");
        first.setDescription("of the first");
        second.setDescription("of the second");

        api().updateJobConfiguration(first);

        assertThatThrownBy(() -> api().updateJobConfiguration(second))
                .satisfies(error -> assertKind(error, Kind.CONFLICT))
                .hasMessageContaining("'job'")
                .hasMessageContaining("version 0 was read, but version 1");
        assertThat(api().getJobConfiguration("job").getDescription()).isEqualTo("of the first");
    }

    @Test
    void of_many_operators_at_once_every_edit_counts_or_is_refused() throws Exception {
        tree.put("/job/config", Tree.config("job", 3, ""));
        AtomicInteger written = new AtomicInteger();
        List<CompletableFuture<Void>> operators = IntStream.range(0, 4)
                .mapToObj(each -> CompletableFuture.runAsync(() -> {
                    try (RegistryOperations own = RegistryOperations.on(newCenterOfThisTest())) {
                        for (int i = 0; i < 10; i++) {
                            JobConfigurationPOJO read = own.jobConfiguration().getJobConfiguration("job");
                            read.setMaxTimeDiffSeconds(read.getMaxTimeDiffSeconds() + 1);
                            try {
                                own.jobConfiguration().updateJobConfiguration(read);
                                written.incrementAndGet();
                            } catch (OperationException refused) {
                                assertThat(refused.kind()).isEqualTo(Kind.CONFLICT);
                            }
                        }
                    }
                }))
                .toList();
        for (CompletableFuture<Void> each : operators) {
            each.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        }

        JobConfigurationPOJO last = api().getJobConfiguration("job");
        assertThat(last.getMaxTimeDiffSeconds()).isEqualTo(-1 + written.get());
        assertThat(last.getVersion()).isEqualTo(written.get());
    }

    private synchronized CoordinatorRegistryCenter newCenterOfThisTest() {
        return newCenter();
    }

    @Test
    void settings_that_were_never_read_replace_nothing() {
        tree.put("/job/config", Tree.config("job", 3, ""));
        JobConfigurationPOJO made = new JobConfigurationPOJO();
        made.setJobName("job");
        made.setShardingTotalCount(1);

        assertThatThrownBy(() -> api().updateJobConfiguration(made))
                .satisfies(error -> assertKind(error, Kind.CONFLICT))
                .hasMessageContaining("not read");
    }

    @Test
    void a_wrong_setting_is_refused_with_its_name_and_value() {
        tree.put("/job/config", Tree.config("job", 3, ""));
        JobConfigurationPOJO read = api().getJobConfiguration("job");
        read.setCron("every day");

        assertThatThrownBy(() -> api().updateJobConfiguration(read))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContaining("'job'")
                .hasMessageContaining("cron is 'every day'");
        assertThat(tree.node("/job/config").orElseThrow().version()).isZero();
    }

    @Test
    void a_type_that_is_known_only_where_the_job_runs_may_be_set() {
        tree.put("/job/config", Tree.config("job", 3, ""));
        JobConfigurationPOJO read = api().getJobConfiguration("job");
        read.setJobShardingStrategyType("OF_THE_APPLICATION");

        assertThatCode(() -> api().updateJobConfiguration(read)).doesNotThrowAnyException();
    }

    @Test
    void unknown_keys_survive_an_edit() {
        tree.put(
                "/job/config",
                Tree.config("job", 3, "futureKey:\n  deep: [1, 2]\njobExecutorServiceHandlerType: SINGLE_THREAD\n"));
        JobConfigurationPOJO read = api().getJobConfiguration("job");
        assertThat(read.getJobExecutorServiceHandlerType()).isEqualTo("SINGLE_THREAD");
        read.setDescription("edited");
        api().updateJobConfiguration(read);

        assertThat(tree.text("/job/config").orElseThrow())
                .contains("futureKey:", "deep:", "description: edited", "jobExecutorServiceHandlerType: SINGLE_THREAD")
                .doesNotContain("jobExecutorThreadPoolSizeProviderType");
    }

    @Test
    void a_broken_text_is_not_overwritten_silently_and_can_be_corrected() {
        tree.put("/job/config", "cron: [unclosed");
        assertThatThrownBy(() -> api().getJobConfiguration("job"))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE))
                .hasMessageContaining("/job/config");

        ConfigurationText broken = api().getConfigurationText("job");
        assertThat(broken.text()).isEqualTo("cron: [unclosed");
        assertThatThrownBy(() -> api().updateConfigurationText(new ConfigurationText("job", "a: [", broken.version())))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE));
        assertThatThrownBy(() -> api().updateConfigurationText(
                                new ConfigurationText("job", Tree.config("job", 0, ""), broken.version())))
                .isInstanceOf(JobConfigurationException.class);
        api().updateConfigurationText(new ConfigurationText("job", Tree.config("job", 2, ""), broken.version()));

        assertThat(api().getJobConfiguration("job").getShardingTotalCount()).isEqualTo(2);
        assertThatThrownBy(() -> api().updateConfigurationText(
                                new ConfigurationText("job", Tree.config("job", 5, ""), broken.version())))
                .satisfies(error -> assertKind(error, Kind.CONFLICT));
    }

    @Test
    void a_shown_text_has_no_secrets() {
        tree.put("/job/config", Tree.config("job", 1, "props:\n  email.password: s3cret\n"));

        assertThat(api().getConfigurationText("job").masked())
                .contains("email.password")
                .doesNotContain("s3cret");
        JobConfigurationPOJO read = api().getJobConfiguration("job");
        assertThat(read.maskedProps()).containsEntry("email.password", "******");
        assertThat(read.toString()).doesNotContain("s3cret");
        assertThat(api().getConfigurationText("job").toString()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        email.password         | s3cret
        dingtalk.webhook       | https://example.org/robot
        http.uri               | https://user:s3cret@example.org/
        http.data              | {"password": "s3cret"}
        script.command.line    | backup --password s3cret
        """)
    void a_secret_is_not_written_into_the_registry(String property, String value) {
        tree.put("/job/config", Tree.config("job", 1, "props:\n  email.host: mail.example.org\n"));
        JobConfigurationPOJO edited = api().getJobConfiguration("job");
        edited.getProps().setProperty(property, value);
        assertThat(edited.newSecrets(new Properties())).containsExactly(property);

        assertThatThrownBy(() -> api().updateJobConfiguration(edited))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE))
                .hasMessageContaining("'job'")
                .hasMessageContaining("props." + property)
                .hasMessageNotContaining(value);
        assertThatThrownBy(() -> api().updateConfigurationText(new ConfigurationText(
                        "job",
                        Tree.config("job", 1, "props:\n  " + property + ": '" + value + "'\n"),
                        edited.getVersion())))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE));
        assertThat(tree.text("/job/config").orElseThrow())
                .contains("mail.example.org")
                .doesNotContain(value);
    }

    @Test
    void a_secret_of_another_program_is_kept_or_removed_and_never_changed() {
        String tracing = "jobExtraConfigurations:\n- !!TRACING\n  password: of-the-database\n";
        tree.put("/job/config", Tree.config("job", 1, "props:\n  email.password: s3cret\n" + tracing));
        JobConfigurationPOJO edited = api().getJobConfiguration("job");
        edited.setDescription("renews the token: daily");
        api().updateJobConfiguration(edited);
        assertThat(tree.text("/job/config").orElseThrow()).contains("s3cret", "of-the-database", "renews");

        JobConfigurationPOJO changed = api().getJobConfiguration("job");
        changed.getProps().setProperty("email.password", "an0ther");
        assertThatThrownBy(() -> api().updateJobConfiguration(changed))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE));

        changed.getProps().remove("email.password");
        api().updateJobConfiguration(changed);
        assertThat(tree.text("/job/config").orElseThrow())
                .contains("of-the-database")
                .doesNotContain("s3cret");
        ConfigurationText text = api().getConfigurationText("job");
        assertThatThrownBy(() -> api().updateConfigurationText(new ConfigurationText(
                        "job", text.text().replace("of-the-database", "another"), text.version())))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE))
                .hasMessageContaining("jobExtraConfigurations");
    }

    @Test
    void a_missing_job_and_a_job_without_configuration_are_distinguished() {
        tree.put("/leftover/servers/10.0.0.1", "");

        assertThatThrownBy(() -> api().getJobConfiguration("gone"))
                .satisfies(error -> assertKind(error, Kind.NOT_FOUND));
        assertThatThrownBy(() -> api().getJobConfiguration("leftover"))
                .satisfies(error -> assertKind(error, Kind.NOT_POSSIBLE));
        assertThatThrownBy(() -> api().removeJobConfiguration("gone"))
                .satisfies(error -> assertKind(error, Kind.NOT_FOUND));
    }

    @Test
    void a_removed_job_leaves_nothing_and_others_stay() {
        tree.job("job", 2);
        tree.put("/job/sharding/0/instance", "x");
        tree.put("/job/leader/failover/items/0", "");
        tree.put("/job/guarantee/started/0", "");
        tree.job("job2", 2);

        api().removeJobConfiguration("job");

        assertThat(tree.exists("/job")).isFalse();
        assertThat(tree.children("/job2")).contains("config", "servers", "instances");
    }

    @Test
    void what_is_left_of_a_job_without_configuration_can_be_removed() {
        tree.put("/leftover/servers/10.0.0.1", "");

        api().removeJobConfiguration("leftover");

        assertThat(tree.exists("/leftover")).isFalse();
    }

    @Test
    void a_job_far_larger_than_a_transaction_is_removed() {
        Map<String, String> nodes = new LinkedHashMap<>();
        nodes.put("/large/config", Tree.config("large", 6000, ""));
        for (int item = 0; item < 6000; item++) {
            nodes.put("/large/sharding/" + item + "/instance", "10.0.0.1@-@1");
        }
        tree.putAll(nodes);

        api().removeJobConfiguration("large");

        assertThat(tree.exists("/large")).isFalse();
    }
}
