package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobSettingTest {

    @ElasticJobConfiguration(jobName = "plain", shardingTotalCount = 1)
    private static final class Plain {}

    static List<JobSetting<?>> all() {
        return JobSetting.all();
    }

    private static Set<String> names() {
        return JobSetting.all().stream().map(JobSetting::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> with(Set<String> names, String... further) {
        Set<String> result = new TreeSet<>(names);
        result.addAll(List.of(further));
        return result;
    }

    @Test
    void the_configuration_has_a_getter_for_every_setting_and_for_nothing_else() {
        Set<String> getters = Arrays.stream(JobConfiguration.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 0)
                .map(Method::getName)
                .filter(name -> name.matches("(get|is)[A-Z].*"))
                .map(name -> name.replaceFirst("get|is", ""))
                .map(name -> Character.toLowerCase(name.charAt(0)) + name.substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(getters).isEqualTo(with(names(), "jobName", "extraConfigurations"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void the_getter_returns_the_value_of_its_setting(JobSetting<?> setting) throws ReflectiveOperationException {
        JobConfiguration config = SampleSettings.everything("job").buildUnchecked();
        String suffix =
                Character.toUpperCase(setting.name().charAt(0)) + setting.name().substring(1);
        Method getter = Arrays.stream(JobConfiguration.class.getMethods())
                .filter(method -> method.getName().equals("get" + suffix)
                        || method.getName().equals("is" + suffix))
                .findFirst()
                .orElseThrow();
        assertThat(getter.invoke(config)).isEqualTo(config.get(setting));
    }

    @Test
    void the_builder_has_a_method_for_every_setting() {
        assertThat(Arrays.stream(JobConfiguration.Builder.class.getMethods())
                        .map(Method::getName)
                        .map(name -> name.equals("setProperty") ? "props" : name))
                .containsAll(names());
    }

    @ParameterizedTest
    @MethodSource("all")
    void the_method_of_the_builder_sets_its_setting_and_no_other(JobSetting<?> setting)
            throws ReflectiveOperationException {
        JobConfiguration sample = SampleSettings.everything("job").buildUnchecked();
        JobConfiguration defaults = JobConfiguration.newBuilder("job", 0).buildUnchecked();
        for (Method method : JobConfiguration.Builder.class.getMethods()) {
            if (!method.getName().equals(setting.name())) {
                continue;
            }
            JobConfiguration.Builder builder = JobConfiguration.newBuilder("job", 0);
            method.invoke(builder, argument(method.getParameterTypes()[0], setting, sample));
            JobConfiguration set = builder.buildUnchecked();
            for (JobSetting<?> each : JobSetting.all()) {
                assertThat(set.get(each))
                        .as("%s after %s", each, method)
                        .isEqualTo((each == setting ? sample : defaults).get(each));
            }
        }
    }

    private static <T> Object argument(Class<?> type, JobSetting<T> setting, JobConfiguration sample) {
        T value = sample.get(setting);
        if (type == String[].class) {
            return ((List<?>) value).toArray(String[]::new);
        }
        return type == String.class ? setting.format(value) : value;
    }

    @Test
    void the_annotation_has_an_element_for_every_setting_and_for_nothing_else() {
        Set<String> elements = Arrays.stream(ElasticJobConfiguration.class.getDeclaredMethods())
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(elements).isEqualTo(with(names(), "jobName", "extraConfigurations", "registryCenter"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void the_annotation_has_the_default_of_the_table(JobSetting<?> setting) {
        JobConfiguration annotated = JobConfiguration.fromAnnotation(Plain.class);
        if (!setting.isRequired()) {
            assertThat(annotated.get(setting)).isEqualTo(setting.defaultValue());
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_setting_is_read_from_the_element_of_its_name(JobSetting<?> setting) throws ReflectiveOperationException {
        ElasticJobConfiguration annotation = Plain.class.getAnnotation(ElasticJobConfiguration.class);
        StringBuilder read = new StringBuilder();
        ElasticJobConfiguration spy = (ElasticJobConfiguration) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ElasticJobConfiguration.class},
                (proxy, method, arguments) -> {
                    read.append(method.getName());
                    return method.invoke(annotation);
                });
        assertThat(setting.annotated(spy)).isNotNull();
        assertThat(read).hasToString(setting.name());
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_setting_has_a_constant_of_its_name_and_a_description(JobSetting<?> setting)
            throws ReflectiveOperationException {
        Field constant = JobSetting.class.getField(
                setting.name().replaceAll("(?=[A-Z])", "_").toUpperCase(java.util.Locale.ROOT));
        assertThat(constant.get(null)).isSameAs(setting);
        assertThat(setting.description()).matches("[A-Z].*\\.").doesNotContain("|", "<", "&", "\"");
    }

    @ParameterizedTest
    @MethodSource("all")
    void the_text_of_a_value_is_read_as_the_same_value(JobSetting<?> setting) {
        assertRoundTrip(setting, SampleSettings.everything("job").buildUnchecked());
        assertRoundTrip(setting, JobConfiguration.newBuilder("job", 1).buildUnchecked());
    }

    private static <T> void assertRoundTrip(JobSetting<T> setting, JobConfiguration config) {
        if (setting != JobSetting.PROPS) {
            T value = config.get(setting);
            assertThat(setting.parse(setting.format(value))).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void null_and_an_empty_text_stand_for_the_default(JobSetting<?> setting) {
        JobConfiguration.Builder builder = SampleSettings.everything("job");
        assertThat(builder.set(setting, null).buildUnchecked().get(setting)).isEqualTo(setting.defaultValue());
        if (setting != JobSetting.PROPS) {
            assertThat(SampleSettings.everything("job")
                            .setText(setting, null)
                            .buildUnchecked()
                            .get(setting))
                    .isEqualTo(setting.defaultValue());
        }
    }

    @Test
    void a_setting_is_found_by_its_name() {
        assertThat(JobSetting.named("cron")).contains(JobSetting.CRON);
        assertThat(JobSetting.named("Cron")).isEmpty();
    }

    @Test
    void an_unreadable_text_is_an_error_with_setting_value_reason_and_remedy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobSetting.KILL_GRACE.parse("30"))
                .withMessage("killGrace is '30': it has no unit. Write a duration such as 30s, 5m, 1h30m or PT30S.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobSetting.MISFIRE.parse("maybe"))
                .withMessage("misfire is 'maybe': it is neither true nor false. Write true or false.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobSetting.ON_STUBBORN.parse("DROP"))
                .withMessage("onStubborn is 'DROP': it is not one of HOLD, RELEASE. Write HOLD or RELEASE.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobSetting.SHARDING_TOTAL_COUNT.parse("many"))
                .withMessage("shardingTotalCount is 'many': it is not a whole number. Write digits only, such as 3.");
    }

    @Test
    void choices_are_read_in_any_case() {
        assertThat(JobSetting.ON_STUBBORN.parse(" release ")).isEqualTo(OnStubborn.RELEASE);
        assertThat(JobSetting.ON_STUBBORN.choices()).containsExactly("HOLD", "RELEASE");
    }
}
