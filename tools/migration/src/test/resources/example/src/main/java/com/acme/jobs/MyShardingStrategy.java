package com.acme.jobs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.shardingsphere.elasticjob.infra.handler.sharding.*;

/** All items to the first, see {@link org.apache.shardingsphere.elasticjob.infra.handler.sharding.JobInstance#getServerIp()}. */
public class MyShardingStrategy implements JobShardingStrategy {

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        List<Integer> items = new ArrayList<>();
        for (int i = 0; i < shardingTotalCount; i++) {
            items.add(i);
        }
        Seen.ALL.add("shared out");
        return Collections.singletonMap(jobInstances.get(0), items);
    }

    @Override
    public String getType() {
        return "FIRST";
    }
}
