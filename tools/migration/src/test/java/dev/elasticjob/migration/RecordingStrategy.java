package dev.elasticjob.migration;

import dev.elasticjob.spi.JobInstance;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Assigns all items to the first instance, and records what it receives. */
public final class RecordingStrategy implements JobShardingStrategy {

    static final List<List<String>> RECEIVED = new CopyOnWriteArrayList<>();

    @Override
    public Map<JobInstance, List<Integer>> sharding(
            List<JobInstance> jobInstances, String jobName, int shardingTotalCount) {
        RECEIVED.add(jobInstances.stream().map(JobInstance::jobInstanceId).toList());
        Map<JobInstance, List<Integer>> result = new HashMap<>();
        result.put(
                jobInstances.get(0),
                IntStream.range(0, shardingTotalCount).boxed().toList());
        return result;
    }

    @Override
    public String getType() {
        return "RECORDING";
    }
}
