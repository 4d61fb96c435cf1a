package dev.elasticjob.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.elasticjob.tracing.TracingConfiguration;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnnotatedConfigurationTest {

    private static final JobExtraConfiguration TRACING = new TracingConfiguration<>("RDB", "storage");

    @ElasticJobConfiguration(jobName = "plain", shardingTotalCount = 2)
    private static final class Plain {}

    @ElasticJobConfiguration(
            jobName = "everything",
            shardingTotalCount = 3,
            cron = "0/5 * * * * ?",
            timeZone = "Asia/Shanghai",
            registryCenter = "main",
            shardingItemParameters = "0=A,1=B",
            jobParameter = "parameter",
            monitorExecution = true,
            failover = true,
            misfire = false,
            maxTimeDiffSeconds = 5,
            reconcileIntervalMinutes = 3,
            jobShardingStrategyType = "TEST_STRATEGY",
            jobExecutorThreadPoolSizeProviderType = "TEST_THREADS",
            jobErrorHandlerType = "TEST_HANDLER",
            jobListenerTypes = {"FIRST", "SECOND"},
            extraConfigurations = {Makes.class, MakesNothing.class},
            description = "description",
            props = {@ElasticJobProp(key = "a", value = "1"), @ElasticJobProp(key = "b")},
            disabled = true,
            overwrite = true,
            label = "label",
            staticSharding = true)
    private static final class Everything {}

    @ElasticJobConfiguration(jobName = "a/b", shardingTotalCount = 0)
    private static final class Wrong {}

    private static final class NotAnnotated {}

    @ElasticJobConfiguration(jobName = "job", shardingTotalCount = 1, extraConfigurations = ThrowsWhenMade.class)
    private static final class WithThrowingConstructor {}

    @ElasticJobConfiguration(jobName = "job", shardingTotalCount = 1, extraConfigurations = ThrowsWhenAsked.class)
    private static final class WithThrowingFactory {}

    @ElasticJobConfiguration(jobName = "job", shardingTotalCount = 1, extraConfigurations = NeedsParameter.class)
    private static final class WithoutConstructor {}

    @ElasticJobConfiguration(
            jobName = "job",
            shardingTotalCount = 1,
            extraConfigurations = JobExtraConfigurationFactory.class)
    private static final class WithInterface {}

    /** Creates a configuration. */
    public static final class Makes implements JobExtraConfigurationFactory {

        @Override
        public Optional<JobExtraConfiguration> getJobExtraConfiguration() {
            return Optional.of(TRACING);
        }
    }

    /** Creates no configuration. */
    public static final class MakesNothing implements JobExtraConfigurationFactory {

        @Override
        public Optional<JobExtraConfiguration> getJobExtraConfiguration() {
            return Optional.empty();
        }
    }

    /** Throws an exception in its constructor. */
    public static final class ThrowsWhenMade implements JobExtraConfigurationFactory {

        public ThrowsWhenMade() {
            throw new IllegalStateException("no storage");
        }

        @Override
        public Optional<JobExtraConfiguration> getJobExtraConfiguration() {
            return Optional.empty();
        }
    }

    /** Throws an exception when it is called. */
    public static final class ThrowsWhenAsked implements JobExtraConfigurationFactory {

        @Override
        public Optional<JobExtraConfiguration> getJobExtraConfiguration() {
            throw new IllegalStateException("no storage");
        }
    }

    /** Has no constructor without parameters. */
    public record NeedsParameter(String parameter) implements JobExtraConfigurationFactory {

        @Override
        public Optional<JobExtraConfiguration> getJobExtraConfiguration() {
            return Optional.empty();
        }
    }

    @Test
    void name_and_number_of_items_alone_leave_the_builders_defaults() {
        assertThat(JobConfiguration.fromAnnotation(Plain.class))
                .usingRecursiveComparison()
                .isEqualTo(JobConfiguration.newBuilder("plain", 2).build());
    }

    @Test
    void every_setting_is_read() {
        assertThat(JobConfiguration.fromAnnotation(Everything.class))
                .usingRecursiveComparison()
                .isEqualTo(JobConfiguration.newBuilder("everything", 3)
                        .cron("0/5 * * * * ?")
                        .timeZone("Asia/Shanghai")
                        .shardingItemParameters("0=A,1=B")
                        .jobParameter("parameter")
                        .failover(true)
                        .misfire(false)
                        .maxTimeDiffSeconds(5)
                        .reconcileIntervalMinutes(3)
                        .jobShardingStrategyType("TEST_STRATEGY")
                        .jobExecutorThreadPoolSizeProviderType("TEST_THREADS")
                        .jobErrorHandlerType("TEST_HANDLER")
                        .jobListenerTypes("FIRST", "SECOND")
                        .addExtraConfigurations(TRACING)
                        .description("description")
                        .setProperty("a", "1")
                        .setProperty("b", "")
                        .disabled(true)
                        .overwrite(true)
                        .label("label")
                        .staticSharding(true)
                        .build());
    }

    @Test
    void the_annotation_has_every_setting_that_a_configuration_has() {
        assertThat(Arrays.stream(JobConfiguration.class.getDeclaredMethods())
                        .map(Method::getName)
                        .filter(name -> name.matches("(get|is)[A-Z].*"))
                        .map(name -> name.replaceFirst("get|is", "")))
                .allSatisfy(setting -> assertThat(Arrays.stream(ElasticJobConfiguration.class.getDeclaredMethods())
                                .map(Method::getName))
                        .as(setting)
                        .anyMatch(setting::equalsIgnoreCase));
    }

    @Test
    void settings_are_checked() {
        assertThatExceptionOfType(JobConfigurationException.class)
                .isThrownBy(() -> JobConfiguration.fromAnnotation(Wrong.class))
                .satisfies(thrown -> assertThat(thrown.problems())
                        .extracting(ConfigurationProblem::setting)
                        .containsExactly("jobName", "shardingTotalCount"));
    }

    @Test
    void a_class_without_the_annotation_is_named() {
        assertThatExceptionOfType(JobConfigurationException.class)
                .isThrownBy(() -> JobConfiguration.fromAnnotation(NotAnnotated.class))
                .withMessageContainingAll(NotAnnotated.class.getName(), "@ElasticJobConfiguration", "Annotate it");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WithThrowingConstructor.class,
                WithThrowingFactory.class,
                WithoutConstructor.class,
                WithInterface.class
            })
    void a_factory_that_does_not_work_is_named_with_the_cause(Class<?> job) {
        String factory = job.getAnnotation(ElasticJobConfiguration.class)
                .extraConfigurations()[0]
                .getName();
        assertThatExceptionOfType(JobConfigurationException.class)
                .isThrownBy(() -> JobConfiguration.fromAnnotation(job))
                .withMessageContainingAll("'job'", "extraConfigurations", factory, "public constructor")
                .satisfies(thrown -> assertThat(thrown).hasCauseInstanceOf(Exception.class));
    }
}
