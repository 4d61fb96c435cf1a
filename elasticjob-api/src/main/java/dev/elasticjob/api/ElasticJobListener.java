package dev.elasticjob.api;

import dev.elasticjob.spi.TypedSPI;

/**
 * Listener that is called on every instance before the first and after the last of the items that the instance starts together. Found
 * with {@link java.util.ServiceLoader} and selected by {@code jobListenerTypes}.
 */
public interface ElasticJobListener extends TypedSPI {

    /** Default order of listeners. */
    int LOWEST = Integer.MAX_VALUE;

    /**
     * Called before the first item starts. Exceptions are passed to the error handler and do not prevent the items from running.
     *
     * @param shardingContexts items that this instance starts together
     */
    void beforeJobExecuted(ShardingContexts shardingContexts);

    void afterJobExecuted(ShardingContexts shardingContexts);

    /** Returns the position among the listeners of a job; listeners with smaller values are called first. */
    default int order() {
        return LOWEST;
    }
}
