package dev.elasticjob.tracing;

import dev.elasticjob.spi.TypedSPI;

/** Makes listeners that write to a kind of storage; found with {@link java.util.ServiceLoader}. */
public interface TracingListenerFactory<T> extends TypedSPI {

    Class<T> storageType();

    /** Called once for each storage of a scheduler, however many jobs write to it. */
    TracingListener create(T storage);
}
