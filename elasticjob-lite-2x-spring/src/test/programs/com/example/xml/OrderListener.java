package com.example.xml;

import com.dangdang.ddframe.job.executor.ShardingContexts;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import org.springframework.beans.factory.annotation.Autowired;

public class OrderListener implements ElasticJobListener {

    @Autowired
    private OrderService orderService;

    @Override
    public void beforeJobExecuted(final ShardingContexts shardingContexts) {
        System.out.println("before | " + shardingContexts.getJobName() + " | " + (orderService != null));
    }

    @Override
    public void afterJobExecuted(final ShardingContexts shardingContexts) {
        System.out.println("after | " + shardingContexts.getShardingTotalCount());
    }
}
