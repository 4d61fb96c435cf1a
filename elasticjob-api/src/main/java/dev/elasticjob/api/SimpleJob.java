package dev.elasticjob.api;

/** A job with one method that is called for every item. */
@FunctionalInterface
public interface SimpleJob extends ElasticJob {

    /**
     * Does the work of one item. May be called for several items at the same time on different threads.
     *
     * @throws Exception any: the run counts as failed and the error handler is told
     */
    void execute(ShardingContext shardingContext) throws Exception;
}
