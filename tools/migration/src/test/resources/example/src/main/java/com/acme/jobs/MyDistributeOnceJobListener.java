package com.acme.jobs;

import org.apache.shardingsphere.elasticjob.infra.listener.ShardingContexts;
import org.apache.shardingsphere.elasticjob.lite.api.listener.AbstractDistributeOnceElasticJobListener;

public class MyDistributeOnceJobListener extends AbstractDistributeOnceElasticJobListener {

    private static final long startTimeoutMills = 30000;
    private static final long completeTimeoutMills = 30000;

    public MyDistributeOnceJobListener() {
        super(startTimeoutMills, completeTimeoutMills);
    }

    @Override
    public void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts) {
        Seen.ALL.add("once before");
    }

    @Override
    public void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts) {
        Seen.ALL.add("once after");
    }

    @Override
    public String getType() {
        return "distributeOnceJobListener";
    }
}
