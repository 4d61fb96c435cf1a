package com.dangdang.ddframe.job.api.dataflow;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.api.ShardingContext;
import java.util.List;

/** A job that fetches data and processes it. */
public interface DataflowJob<T> extends ElasticJob {

    /** Returns the next batch of data; null or an empty list if there is none. */
    List<T> fetchData(ShardingContext shardingContext);

    void processData(ShardingContext shardingContext, List<T> data);
}
