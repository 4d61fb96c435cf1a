package dev.elasticjob.api;

import dev.elasticjob.spi.TypedSPI;

/**
 * Is called on every instance before the first and after the last of the items that it starts together. Found with {@link
 * java.util.ServiceLoader}, chosen by {@code jobListenerTypes}.
 */
public interface ElasticJobListener extends TypedSPI {

    /** The order of a listener that does not say. */
    int LOWEST = Integer.MAX_VALUE;

    /** What it throws is handed to the error handler; the items run all the same. */
    void beforeJobExecuted(ShardingContexts shardingContexts);

    void afterJobExecuted(ShardingContexts shardingContexts);

    /** Smaller comes first. */
    default int order() {
        return LOWEST;
    }
}
