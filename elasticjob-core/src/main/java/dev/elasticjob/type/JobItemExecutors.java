package dev.elasticjob.type;

import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.JobConfigurationException;
import dev.elasticjob.executor.ClassedJobItemExecutor;
import dev.elasticjob.executor.JobItemExecutor;
import dev.elasticjob.executor.TypedJobItemExecutor;
import dev.elasticjob.spi.ExtensionModules;
import dev.elasticjob.spi.Extensions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Available executors, one instance of each for all jobs. If there are two for the same interface or type, the first one found is used
 * and the other one is reported.
 */
public final class JobItemExecutors {

    private static final Logger LOG = LoggerFactory.getLogger(JobItemExecutors.class);

    private final Map<Class<?>, ClassedJobItemExecutor<?>> byClass = new LinkedHashMap<>();
    private final Map<String, TypedJobItemExecutor> byType = new LinkedHashMap<>();

    private JobItemExecutors() {}

    /** Loads the executors with the context class loader and then with the class loader of the extension points. */
    public static JobItemExecutors load() {
        JobItemExecutors result = new JobItemExecutors();
        for (ClassedJobItemExecutor<?> each : Extensions.all(ClassedJobItemExecutor.class)) {
            keepFirst(result.byClass, each.getElasticJobClass(), each);
        }
        for (TypedJobItemExecutor each : Extensions.all(TypedJobItemExecutor.class)) {
            keepFirst(result.byType, each.getType(), each);
        }
        return result;
    }

    private static <K, V> void keepFirst(Map<K, V> known, K key, V executor) {
        V first = known.putIfAbsent(key, executor);
        if (first != null) {
            LOG.warn(
                    "Both {} and {} run jobs of {}; the first is used. Remove one from the class path.",
                    first.getClass().getName(),
                    executor.getClass().getName(),
                    key);
        }
    }

    /**
     * Returns the executor for the most specific interface that the job implements.
     *
     * @throws JobConfigurationException if there is none, or no single most specific one
     */
    @SuppressWarnings("unchecked") // The job was checked to be an instance of the executor's class.
    public JobItemExecutor<ElasticJob> forJob(String jobName, ElasticJob job) {
        List<Class<?>> candidates = mostSpecific(job);
        if (candidates.size() == 1) {
            return (JobItemExecutor<ElasticJob>) byClass.get(candidates.get(0));
        }
        String className = JobClassNames.of(job);
        if (candidates.isEmpty()) {
            throw WrongSetting.of(
                    Severity.UNKNOWN_TYPE,
                    jobName,
                    "elasticJobClass",
                    className,
                    "it implements no interface that an executor is known for; known are " + names(byClass.keySet()),
                    "Implement one of them; an executor of your own needs a line in META-INF/services/"
                            + ClassedJobItemExecutor.class.getName());
        }
        throw WrongSetting.of(
                jobName,
                "elasticJobClass",
                className,
                "it implements " + names(candidates) + ", and each has a separate executor",
                "Implement one of them only");
    }

    /**
     * Returns the executor of a type.
     *
     * @throws JobConfigurationException if there is none
     */
    public TypedJobItemExecutor forType(String jobName, String type) {
        TypedJobItemExecutor executor = byType.get(type);
        if (executor == null) {
            throw WrongSetting.of(
                    Severity.UNKNOWN_TYPE,
                    jobName,
                    "elasticJobType",
                    type,
                    "no job executor of this type is known; known are "
                            + byType.keySet().stream().sorted().toList(),
                    ExtensionModules.remedy(TypedJobItemExecutor.class, type));
        }
        return executor;
    }

    private List<Class<?>> mostSpecific(ElasticJob job) {
        List<Class<?>> candidates = new ArrayList<>();
        byClass.keySet().stream().filter(each -> each.isInstance(job)).forEach(candidates::add);
        candidates.removeIf(
                each -> candidates.stream().anyMatch(other -> other != each && each.isAssignableFrom(other)));
        return candidates;
    }

    private static List<String> names(Iterable<Class<?>> classes) {
        List<String> names = new ArrayList<>();
        classes.forEach(each -> names.add(each.getName()));
        names.sort(null);
        return names;
    }
}
