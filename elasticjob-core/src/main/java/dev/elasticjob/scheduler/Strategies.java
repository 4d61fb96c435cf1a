package dev.elasticjob.scheduler;

import dev.elasticjob.sharding.AverageAllocationJobShardingStrategy;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobShardingStrategy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sharding strategies that jobs of a scheduler use: one of each type, since looking for them takes its time. */
final class Strategies {

    private final Map<String, JobShardingStrategy> known = new ConcurrentHashMap<>();

    JobShardingStrategy get(String type) {
        return known.computeIfAbsent(
                type,
                each -> Extensions.find(JobShardingStrategy.class, each)
                        .orElseThrow(() -> new IllegalArgumentException("no strategy of this type is known")));
    }

    /** Whether it is one of ours and has been looked for before: nobody waits for its answer. */
    boolean isQuick(String type) {
        JobShardingStrategy strategy = known.get(type);
        return strategy != null
                && strategy.getClass().getPackage() == AverageAllocationJobShardingStrategy.class.getPackage();
    }
}
