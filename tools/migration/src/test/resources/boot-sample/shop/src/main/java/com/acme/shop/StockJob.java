package com.acme.shop;

import org.apache.shardingsphere.elasticjob.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.simple.job.SimpleJob;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Scheduled by the properties. */
@Component
public class StockJob implements SimpleJob {

    @Autowired
    private Seen seen;

    @Override
    public void execute(ShardingContext context) {
        seen.add("stock of "
                + (context.getShardingParameter() == null ? "everything" : context.getShardingParameter()));
    }
}
