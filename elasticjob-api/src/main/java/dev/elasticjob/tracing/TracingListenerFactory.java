package dev.elasticjob.tracing;

import dev.elasticjob.spi.TypedSPI;
import java.util.Map;

/**
 * Creates listeners that write to a kind of storage; found with {@link java.util.ServiceLoader}.
 *
 * @param <T> type of the storage
 */
public interface TracingListenerFactory<T> extends TypedSPI {

    Class<T> storageType();

    /** Creates a listener. Called once for each storage of a scheduler, regardless of the number of jobs. */
    TracingListener create(T storage);

    /**
     * Creates a listener with settings.
     *
     * @throws IllegalArgumentException if a setting is unknown or its value is invalid
     */
    default TracingListener create(T storage, Map<String, String> settings) {
        if (!settings.isEmpty()) {
            throw new IllegalArgumentException(
                    "History of type '" + getType() + "' has no settings, but " + settings.keySet() + " are given");
        }
        return create(storage);
    }
}
