package dev.elasticjob.tracing;

import dev.elasticjob.spi.TypedSPI;
import java.util.Map;

/** Makes listeners that write to a kind of storage; found with {@link java.util.ServiceLoader}. */
public interface TracingListenerFactory<T> extends TypedSPI {

    Class<T> storageType();

    /** Called once for each storage of a scheduler, however many jobs write to it. */
    TracingListener create(T storage);

    /**
     * The same with settings.
     *
     * @throws IllegalArgumentException when a setting is not known, or its value cannot be used
     */
    default TracingListener create(T storage, Map<String, String> settings) {
        if (!settings.isEmpty()) {
            throw new IllegalArgumentException(
                    "History of type '" + getType() + "' has no settings, but " + settings.keySet() + " are given");
        }
        return create(storage);
    }
}
