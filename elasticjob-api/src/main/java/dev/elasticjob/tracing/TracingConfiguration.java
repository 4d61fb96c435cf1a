package dev.elasticjob.tracing;

import dev.elasticjob.api.JobExtraConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where the history of a job goes. Jobs may share one: those it is not meant for are left out. Immutable.
 *
 * @param type which {@link TracingListenerFactory} writes it, such as {@code RDB}
 * @param tracingStorage what that factory writes to, such as a data source
 * @param settings of the factory, by name; what is not there has its default
 * @param jobs whose history is written
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

    /** The same with a setting of its factory. */
    public TracingConfiguration<T> with(String setting, String value) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put(setting, value);
        return new TracingConfiguration<>(type, tracingStorage, all, jobs);
    }

    /** The same for these jobs alone. */
    public TracingConfiguration<T> onlyJobs(String... names) {
        return new TracingConfiguration<>(type, tracingStorage, settings, TracedJobs.only(List.of(names)));
    }

    /** The same for all jobs but these. */
    public TracingConfiguration<T> exceptJobs(String... names) {
        return new TracingConfiguration<>(type, tracingStorage, settings, TracedJobs.except(List.of(names)));
    }

    public String getType() {
        return type;
    }

    public T getTracingStorage() {
        return tracingStorage;
    }

    /** Without the storage: its text might hold an address or a password. */
    @Override
    public String toString() {
        return "TracingConfiguration(type=" + type + ")";
    }
}
