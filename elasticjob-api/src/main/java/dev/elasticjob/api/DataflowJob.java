package dev.elasticjob.api;

import java.util.List;

/**
 * A job that fetches data and processes it. Once for each run, or, with {@link DataflowJobProperties#STREAM_PROCESS_KEY},
 * until there is nothing left to fetch.
 */
public interface DataflowJob<T> extends ElasticJob {

    /** The next data; null or empty when there is none. */
    List<T> fetchData(ShardingContext shardingContext) throws Exception;

    /** Processes what was fetched. Should mark it, or it is fetched again. */
    void processData(ShardingContext shardingContext, List<T> data) throws Exception;
}
