package dev.elasticjob.api;

import dev.elasticjob.api.ConfigurationProblem.Severity;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
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
        JobConfiguration.Builder builder = JobConfiguration.newBuilder(texts.apply(settings.jobName()), 0);
        JobSetting.all().forEach(setting -> set(builder, setting, setting.annotated(settings), texts));
        for (Class<? extends JobExtraConfigurationFactory> factory : settings.extraConfigurations()) {
            extraConfiguration(settings.jobName(), factory).ifPresent(builder::addExtraConfigurations);
        }
        return builder.build();
    }

    /** Sets a setting to the value in the annotation; texts may stand for values of other types. */
    @SuppressWarnings("unchecked")
    private static <T> void set(
            JobConfiguration.Builder builder, JobSetting<T> setting, Object value, UnaryOperator<String> texts) {
        if (value instanceof String text) {
            builder.setText(setting, texts.apply(text));
        } else if (value instanceof List<?> list) {
            builder.set(
                    (JobSetting<List<String>>) setting,
                    list.stream().map(each -> texts.apply((String) each)).toList());
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> builder.setProperty((String) key, texts.apply((String) each)));
        } else {
            builder.set(setting, (T) value);
        }
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
