package dev.elasticjob.tracing;

import dev.elasticjob.api.JobExtraConfiguration;
import java.util.Objects;

/**
 * Where the history of a job goes.
 *
 * @param type which {@link TracingListenerFactory} writes it, such as {@code RDB}
 * @param tracingStorage what that factory writes to, such as a data source
 */
public record TracingConfiguration<T>(String type, T tracingStorage) implements JobExtraConfiguration {

    public TracingConfiguration {
        Objects.requireNonNull(type);
        Objects.requireNonNull(tracingStorage);
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
