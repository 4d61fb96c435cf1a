package com.example.boot;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import org.springframework.stereotype.Component;

@Component
public class SimpleJobDemo implements SimpleJob {

    public void execute(ShardingContext shardingContext) {
        System.out.println(String.format("simple | item %s of %s | %s | %s",
                shardingContext.getShardingItem(),
                shardingContext.getShardingTotalCount(),
                shardingContext.getShardingParameter(),
                shardingContext.getJobName()));
    }
}
