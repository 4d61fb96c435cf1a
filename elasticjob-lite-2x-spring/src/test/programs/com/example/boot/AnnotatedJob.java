package com.example.boot;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import org.springframework.beans.factory.annotation.Autowired;

@ElasticScheduler(cron = "0 0 0 1 1 ? 2099", shardingTotalCount = 2, shardingItemParameters = "0=上海,1=北京")
public class AnnotatedJob implements SimpleJob {

    @Autowired
    private ElasticRegCenterConfig dependency;

    @Override
    public void execute(ShardingContext shardingContext) {
        System.out.println("annotated | " + shardingContext.getShardingItem() + " | "
                + "上海北京".contains(shardingContext.getShardingParameter()) + " | " + (dependency != null));
    }
}
