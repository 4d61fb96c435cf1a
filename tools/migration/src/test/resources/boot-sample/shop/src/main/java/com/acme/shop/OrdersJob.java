package com.acme.shop;

import com.acme.jobs.starter.AcmeJob;
import org.apache.shardingsphere.elasticjob.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;
import org.springframework.beans.factory.annotation.Autowired;

@AcmeJob(
        name = "orders",
        cron = "0/1 * * * * ?",
        shards = 3,
        itemParameters = "0=A,1=B,2=C",
        jobParameter = "code",
        jobExecutorServiceHandlerType = "SINGLE_THREAD")
public class OrdersJob implements SimpleJob {

    @Autowired
    private Seen seen;

    @Override
    public void execute(ShardingContext context) {
        seen.add("orders " + context.getShardingItem() + " " + context.getShardingParameter() + " "
                + context.getJobParameter());
    }
}
