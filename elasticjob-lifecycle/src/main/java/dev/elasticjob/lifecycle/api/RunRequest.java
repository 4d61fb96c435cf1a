package dev.elasticjob.lifecycle.api;

import java.time.Instant;
import java.util.List;

/**
 * A run that was requested with {@link JobOperateAPI#requestRun}.
 *
 * @param requestedAt the registry's time; runs of this request start later
 * @param instances ids of the instances that were requested to run their items
 */
public record RunRequest(Instant requestedAt, List<String> instances) {

    public RunRequest {
        instances = List.copyOf(instances);
    }
}
