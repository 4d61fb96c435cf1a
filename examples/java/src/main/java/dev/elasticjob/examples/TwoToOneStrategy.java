package dev.elasticjob.examples;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code TWO_TO_ONE}: assigns twice as many items to the first instance as to each of the others. */
public final class TwoToOneStrategy implements JobShardingStrategy {

    @Override
    public Map<JobInstance, List<Integer>> sharding(List<JobInstance> instances, String jobName, int total) {
        Map<JobInstance, List<Integer>> shares = new HashMap<>();
        for (int item = 0; item < total; item++) {
            // Counts the first instance twice.
            int turn = item % (instances.size() + 1);
            JobInstance owner = instances.get(Math.max(0, turn - 1));
            shares.computeIfAbsent(owner, unused -> new ArrayList<>()).add(item);
        }
        return shares;
    }

    @Override
    public String getType() {
        return "TWO_TO_ONE";
    }
}
