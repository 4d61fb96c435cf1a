package dev.elasticjob.api;

import java.util.List;

/**
 * Job that fetches data and processes it: once per run or, with {@link DataflowJobProperties#STREAM_PROCESS_KEY}, repeatedly until no
 * data is left.
 *
 * @param <T> type of the data
 */
public interface DataflowJob<T> extends ElasticJob {

    /**
     * Fetches the next data.
     *
     * @param shardingContext item and run for which data is fetched
     * @return the data; null or empty if there is none
     * @throws Exception if fetching fails; the run then counts as failed
     */
    List<T> fetchData(ShardingContext shardingContext) throws Exception;

    /**
     * Processes the fetched data. It should mark the data as processed; otherwise the same data is fetched again.
     *
     * @param shardingContext item and run for which data was fetched
     * @param data data that {@link #fetchData} returned
     * @throws Exception if processing fails; the run then counts as failed
     */
    void processData(ShardingContext shardingContext, List<T> data) throws Exception;
}
