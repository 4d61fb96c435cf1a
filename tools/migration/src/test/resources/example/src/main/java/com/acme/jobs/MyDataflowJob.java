package com.acme.jobs;

import java.util.Collections;
import java.util.List;
import org.apache.shardingsphere.elasticjob.api.*;
import org.apache.shardingsphere.elasticjob.dataflow.job.DataflowJob;

public class MyDataflowJob implements DataflowJob<String> {

    @Override
    public List<String> fetchData(ShardingContext context) {
        return Collections.singletonList("data of " + context.getShardingItem());
    }

    @Override
    public void processData(ShardingContext shardingContext, List<String> data) {
        Seen.ALL.addAll(data);
    }
}
