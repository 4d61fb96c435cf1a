package com.example.xml;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import org.springframework.beans.factory.annotation.Autowired;

public class OrderJob implements SimpleJob {

    @Autowired
    private OrderService orderService;

    @Override
    public void execute(final ShardingContext shardingContext) {
        switch (shardingContext.getShardingItem()) {
            case 0:
            case 1:
            case 2:
                orderService.close(shardingContext.getShardingParameter(), shardingContext.getJobParameter());
                break;
            default:
                throw new IllegalArgumentException("item " + shardingContext.getShardingItem());
        }
    }
}
