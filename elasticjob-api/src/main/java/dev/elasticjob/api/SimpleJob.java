package dev.elasticjob.api;

/** Job with one method, which is called for every item. */
@FunctionalInterface
public interface SimpleJob extends ElasticJob {

    /**
     * Runs one item. May be called for several items at the same time on different threads.
     *
     * @param shardingContext item to run
     * @throws Exception if the run fails; the exception is passed to the error handler
     */
    void execute(ShardingContext shardingContext) throws Exception;
}
