package dev.elasticjob.lifecycle.api;

import java.time.Instant;
import java.util.List;

/**
 * A run that was requested with {@link JobOperateAPI#requestRun}.
 *
 * @param requestedAt time of the request by the registry's clock; runs of this request start later
 * @param instances ids of the instances that received the request
 */
public record RunRequest(Instant requestedAt, List<String> instances) {

    public RunRequest {
        instances = List.copyOf(instances);
    }
}
