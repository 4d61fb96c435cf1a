package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.tracing.TracingConfiguration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobConfigurationTest {

    private static final JobExtraConfiguration TRACING = new TracingConfiguration<>("RDB", "storage");

    /** Returns a configuration without default values, so that a copy that omits a setting differs. */
    private static JobConfiguration everythingSet() {
        return SampleSettings.everything("job").addExtraConfigurations(TRACING).buildUnchecked();
    }

    private static Map<String, Object> settings(JobConfiguration config) {
        Map<String, Object> result = new TreeMap<>();
        getters().forEach(getter -> {
            try {
                result.put(getter.getName(), getter.invoke(config));
            } catch (ReflectiveOperationException impossible) {
                throw new AssertionError(impossible);
            }
        });
        return result;
    }

    private static Stream<Method> getters() {
        return Arrays.stream(JobConfiguration.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> method.getName().matches("(get|is)[A-Z].*") && method.getParameterCount() == 0);
    }

    static Stream<String> getterNames() {
        return getters().map(Method::getName);
    }

    @ParameterizedTest
    @MethodSource("getterNames")
    void no_setting_of_the_example_is_at_its_default(String getter) {
        assertThat(settings(everythingSet()).get(getter))
                .isNotEqualTo(settings(JobConfiguration.newBuilder("", 0).buildUnchecked())
                        .get(getter));
    }

    @Test
    void every_setting_has_a_method_of_the_builder() {
        assertThat(getterNames().map(name -> name.replaceFirst("get|is", "")))
                .allSatisfy(setting -> assertThat(Arrays.stream(JobConfiguration.Builder.class.getMethods())
                                .map(Method::getName))
                        .as(setting)
                        .anyMatch(method -> method.equalsIgnoreCase(setting)
                                || method.equals("add" + setting)
                                || setting.equals("Props") && method.equals("setProperty")
                                || setting.equals("JobName")));
    }

    @Test
    void a_builder_of_a_configuration_has_all_of_its_settings() {
        JobConfiguration config = everythingSet();
        assertThat(settings(config.toBuilder().buildUnchecked())).isEqualTo(settings(config));
    }

    @Test
    void an_immutable_copy_has_all_of_its_settings() {
        JobConfiguration config = everythingSet();
        assertThat(settings(config.immutableCopy())).isEqualTo(settings(config));
        assertThat(settings(config.immutableCopy().toBuilder().buildUnchecked()))
                .isEqualTo(settings(config));
    }

    @Test
    void defaults_are_the_documented_ones() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1).build();
        assertThat(config.isMonitorExecution()).isTrue();
        assertThat(config.isMisfire()).isTrue();
        assertThat(config.isFailover()).isFalse();
        assertThat(config.isDisabled()).isFalse();
        assertThat(config.isOverwrite()).isFalse();
        assertThat(config.isStaticSharding()).isFalse();
        assertThat(config.getMaxTimeDiffSeconds()).isEqualTo(-1);
        assertThat(config.getReconcileIntervalMinutes()).isEqualTo(10);
        assertThat(settings(config).values())
                .filteredOn(value -> value instanceof String && !value.equals("job"))
                .hasSize(9)
                .containsOnly("");
        assertThat(config.getJobListenerTypes()).isEmpty();
        assertThat(config.getExtraConfigurations()).isEmpty();
        assertThat(config.getProps()).isEmpty();
    }

    @Test
    void a_null_text_counts_as_not_set() {
        JobConfiguration config = everythingSet().toBuilder()
                .cron(null)
                .timeZone(null)
                .shardingItemParameters(null)
                .jobParameter(null)
                .jobShardingStrategyType(null)
                .jobExecutorThreadPoolSizeProviderType(null)
                .jobErrorHandlerType(null)
                .description(null)
                .label(null)
                .setProperty("key", null)
                .jobListenerTypes((String[]) null)
                .buildUnchecked();
        assertThat(settings(config).values())
                .filteredOn(value -> value instanceof String && !value.equals("job"))
                .hasSize(9)
                .containsOnly("");
        assertThat(config.getProps()).isEmpty();
        assertThat(config.getJobListenerTypes()).isEmpty();
    }

    @Test
    void a_null_among_listeners_counts_as_not_set() {
        assertThat(JobConfiguration.newBuilder("job", 1)
                        .jobListenerTypes("a", null)
                        .buildUnchecked()
                        .getJobListenerTypes())
                .containsExactly("a");
    }

    @Test
    void a_property_needs_a_key_and_an_extra_configuration_must_be_there() {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder("job", 1);
        assertThatNullPointerException().isThrownBy(() -> builder.setProperty(null, "x"));
        assertThatNullPointerException().isThrownBy(() -> builder.addExtraConfigurations(null));
    }

    @Test
    void blanks_around_cron_and_time_zone_do_not_count() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1)
                .cron(" 0/5 * * * * ? ")
                .timeZone(" UTC ")
                .buildUnchecked();
        assertThat(config.getCron()).isEqualTo("0/5 * * * * ?");
        assertThat(config.getTimeZone()).isEqualTo("UTC");
    }

    @Test
    void properties_and_extra_configurations_may_be_added_after_building() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1).build();
        config.getProps().setProperty("email.host", "mail");
        config.getExtraConfigurations().add(TRACING);
        JobConfiguration copy = config.immutableCopy();
        assertThat(copy.getProps()).containsEntry("email.host", "mail");
        assertThat(copy.getExtraConfigurations()).containsExactly(TRACING);
    }

    @Test
    void an_immutable_copy_does_not_see_what_is_added_later() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1).build();
        JobConfiguration copy = config.immutableCopy();
        config.getProps().setProperty("late", "x");
        config.getExtraConfigurations().add(TRACING);
        assertThat(copy.getProps()).isEmpty();
        assertThat(copy.getExtraConfigurations()).isEmpty();
    }

    @Test
    void a_builder_that_is_used_again_does_not_change_what_it_built() {
        JobConfiguration.Builder builder = JobConfiguration.newBuilder("job", 1);
        JobConfiguration config = builder.build();
        builder.setProperty("late", "x").addExtraConfigurations(TRACING).shardingTotalCount(2);
        assertThat(config.getProps()).isEmpty();
        assertThat(config.getExtraConfigurations()).isEmpty();
        assertThat(config.getShardingTotalCount()).isOne();
    }

    @Test
    void extra_configurations_and_listeners_of_an_immutable_copy_cannot_be_changed() {
        JobConfiguration copy = everythingSet().immutableCopy();
        assertThatThrownBy(() -> copy.getExtraConfigurations().add(TRACING))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.getExtraConfigurations().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> copy.getJobListenerTypes().add("c")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void its_text_shows_names_of_properties_and_never_a_value() {
        JobConfiguration config = JobConfiguration.newBuilder("job", 1)
                .setProperty("email.password", "hunter2")
                .jobParameter("parameter-text")
                .addExtraConfigurations(new TracingConfiguration<>("RDB", "storage-text"))
                .build();
        assertThat(config.toString())
                .contains("job", "email.password")
                .doesNotContain("hunter2", "parameter-text", "storage-text");
    }
}
