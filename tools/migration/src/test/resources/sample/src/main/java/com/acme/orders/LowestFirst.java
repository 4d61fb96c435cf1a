package com.acme.orders;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.shardingsphere.elasticjob.infra.handler.sharding.JobInstance;
import org.apache.shardingsphere.elasticjob.infra.handler.sharding.JobShardingStrategy;

public final class LowestFirst implements JobShardingStrategy {

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        List<Integer> all = new ArrayList<>();
        for (int item = 0; item < shardingTotalCount; item++) {
            all.add(item);
        }
        System.out.println("assigned " + all.size() + " to " + jobInstances.get(0).getServerIp());
        return Collections.singletonMap(jobInstances.get(0), all);
    }

    @Override
    public String getType() {
        return "LOWEST_FIRST";
    }
}
