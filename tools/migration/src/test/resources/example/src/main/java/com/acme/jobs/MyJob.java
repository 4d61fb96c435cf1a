package com.acme.jobs;

import org.apache.shardingsphere.elasticjob.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;

public class MyJob implements SimpleJob {

    @Override
    public void execute(ShardingContext context) {
        switch (context.getShardingItem()) {
            case 0:
                Seen.ALL.add("item 0 " + context.getShardingParameter());
                break;
            case 1:
                Seen.ALL.add("item 1 " + context.getShardingParameter());
                break;
            default:
                throw new IllegalStateException("on purpose");
        }
    }
}
