package com.dangdang.ddframe.job.api.simple;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.api.ShardingContext;

/** Job that runs its own code for each item. */
public interface SimpleJob extends ElasticJob {

    void execute(ShardingContext shardingContext);
}
