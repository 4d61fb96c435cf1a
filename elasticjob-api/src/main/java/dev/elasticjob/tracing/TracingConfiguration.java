package dev.elasticjob.tracing;

import dev.elasticjob.api.JobExtraConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Storage of the history of jobs. Several jobs may share one configuration; those that {@code jobs} does not select are not recorded.
 * Immutable.
 *
 * @param type type of the {@link TracingListenerFactory}, such as {@code RDB}
 * @param tracingStorage storage that the factory writes to, such as a data source
 * @param settings settings of the factory by name; missing ones have their default
 * @param jobs selects the jobs whose history is recorded
 */
public record TracingConfiguration<T>(String type, T tracingStorage, Map<String, String> settings, TracedJobs jobs)
        implements JobExtraConfiguration {

    public TracingConfiguration {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(tracingStorage, "tracingStorage");
        settings = Map.copyOf(settings);
        Objects.requireNonNull(jobs, "jobs");
    }

    public TracingConfiguration(String type, T tracingStorage) {
        this(type, tracingStorage, Map.of(), TracedJobs.ALL);
    }

    /** Returns a copy with a setting of its factory. */
    public TracingConfiguration<T> with(String setting, String value) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put(setting, value);
        return new TracingConfiguration<>(type, tracingStorage, all, jobs);
    }

    /** Returns a copy that selects only the given jobs. */
    public TracingConfiguration<T> onlyJobs(String... names) {
        return new TracingConfiguration<>(type, tracingStorage, settings, TracedJobs.only(List.of(names)));
    }

    /** Returns a copy that selects all except the given jobs. */
    public TracingConfiguration<T> exceptJobs(String... names) {
        return new TracingConfiguration<>(type, tracingStorage, settings, TracedJobs.except(List.of(names)));
    }

    public String getType() {
        return type;
    }

    public T getTracingStorage() {
        return tracingStorage;
    }

    /** Returns the configuration without the storage, whose text might contain an address or a password. */
    @Override
    public String toString() {
        return "TracingConfiguration(type=" + type + ")";
    }
}
