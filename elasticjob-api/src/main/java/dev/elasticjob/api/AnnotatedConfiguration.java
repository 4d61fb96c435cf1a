package dev.elasticjob.api;

import dev.elasticjob.api.ConfigurationProblem.Severity;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads {@link ElasticJobConfiguration} from a class. */
final class AnnotatedConfiguration {

    private AnnotatedConfiguration() {}

    static JobConfiguration read(Class<?> jobClass, UnaryOperator<String> texts) {
        ElasticJobConfiguration settings = jobClass.getAnnotation(ElasticJobConfiguration.class);
        if (settings == null) {
            throw problem(
                    jobClass.getSimpleName(),
                    "class",
                    jobClass.getName(),
                    "it is not annotated with @ElasticJobConfiguration",
                    "Annotate it, or pass a JobConfiguration");
        }
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(
                        texts.apply(settings.jobName()), settings.shardingTotalCount())
                .cron(texts.apply(settings.cron()))
                .timeZone(texts.apply(settings.timeZone()))
                .shardingItemParameters(texts.apply(settings.shardingItemParameters()))
                .jobParameter(texts.apply(settings.jobParameter()))
                .monitorExecution(settings.monitorExecution())
                .failover(settings.failover())
                .misfire(settings.misfire())
                .maxTimeDiffSeconds(settings.maxTimeDiffSeconds())
                .reconcileIntervalMinutes(settings.reconcileIntervalMinutes())
                .jobShardingStrategyType(texts.apply(settings.jobShardingStrategyType()))
                .jobExecutorThreadPoolSizeProviderType(texts.apply(settings.jobExecutorThreadPoolSizeProviderType()))
                .jobErrorHandlerType(texts.apply(settings.jobErrorHandlerType()))
                .jobListenerTypes(
                        Arrays.stream(settings.jobListenerTypes()).map(texts).toArray(String[]::new))
                .description(texts.apply(settings.description()))
                .disabled(settings.disabled())
                .overwrite(settings.overwrite())
                .label(texts.apply(settings.label()))
                .staticSharding(settings.staticSharding());
        for (ElasticJobProp prop : settings.props()) {
            builder.setProperty(prop.key(), texts.apply(prop.value()));
        }
        for (Class<? extends JobExtraConfigurationFactory> factory : settings.extraConfigurations()) {
            extraConfiguration(settings.jobName(), factory).ifPresent(builder::addExtraConfigurations);
        }
        return builder.build();
    }

    private static Optional<JobExtraConfiguration> extraConfiguration(
            String jobName, Class<? extends JobExtraConfigurationFactory> factory) {
        try {
            return factory.getDeclaredConstructor().newInstance().getJobExtraConfiguration();
        } catch (InvocationTargetException thrown) {
            throw notMade(jobName, factory, thrown.getCause());
        } catch (ReflectiveOperationException | RuntimeException impossible) {
            throw notMade(jobName, factory, impossible);
        }
    }

    private static JobConfigurationException notMade(String jobName, Class<?> factory, Throwable cause) {
        JobConfigurationException result = problem(
                jobName,
                "extraConfigurations",
                factory.getName(),
                "it makes no configuration: " + cause,
                "Make the class public, with a public constructor without parameters, and let neither throw");
        result.initCause(cause);
        return result;
    }

    private static JobConfigurationException problem(
            String jobName, String setting, String value, String reason, String remedy) {
        return new JobConfigurationException(
                List.of(new ConfigurationProblem(Severity.WRONG, jobName, setting, value, reason, remedy)));
    }
}
