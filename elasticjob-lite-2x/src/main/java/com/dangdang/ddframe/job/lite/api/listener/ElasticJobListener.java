package com.dangdang.ddframe.job.lite.api.listener;

import com.dangdang.ddframe.job.executor.ShardingContexts;

/** Listener that is called on every instance before the first and after the last of the items that it starts together. */
public interface ElasticJobListener {

    /** Called before the first item. Exceptions are passed to the exception handler and do not prevent the items from running. */
    void beforeJobExecuted(ShardingContexts shardingContexts);

    void afterJobExecuted(ShardingContexts shardingContexts);
}
