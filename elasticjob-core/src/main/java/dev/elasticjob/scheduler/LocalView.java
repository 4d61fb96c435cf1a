package dev.elasticjob.scheduler;

import dev.elasticjob.api.JobConfiguration;
import java.util.Set;

/**
 * What this process goes by in a job that it takes part in.
 *
 * @param instanceId as which it takes part; empty before it has joined
 * @param configuration the one in force
 * @param items those that it counts as its own
 * @param running those whose code runs here now
 */
public record LocalView(String instanceId, JobConfiguration configuration, Set<Integer> items, Set<Integer> running) {

    public LocalView {
        items = Set.copyOf(items);
        running = Set.copyOf(running);
    }
}
