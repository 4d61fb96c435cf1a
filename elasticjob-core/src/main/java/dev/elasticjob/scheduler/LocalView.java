package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import java.util.Set;

/**
 * State of a job in this process.
 *
 * @param instanceId id of its instance; empty before it has joined
 * @param configuration the configuration in force
 * @param items the items that the instance owns and may run
 * @param running the items whose code is running
 */
public record LocalView(String instanceId, JobConfiguration configuration, Set<Integer> items, Set<Integer> running) {

    public LocalView {
        items = Set.copyOf(items);
        running = Set.copyOf(running);
    }
}
