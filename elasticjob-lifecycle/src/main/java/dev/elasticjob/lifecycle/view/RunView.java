package dev.elasticjob.lifecycle.view;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The current or last run of an item.
 *
 * @param id id of the run, the same for all of its items
 * @param scheduledAt fire time of the run; empty for one-off and manual runs
 * @param attempt 1 plus the number of failovers
 * @param total number of items when the run began
 * @param instanceId id of the instance that started the run
 * @param session registry session in which the run was started
 * @param token fencing token, while the run is active
 * @param changedAt start of an active run or end of a finished run, by the registry's clock
 */
public record RunView(
        String id,
        RunSource source,
        RunState state,
        Optional<Instant> scheduledAt,
        int attempt,
        int total,
        String instanceId,
        long session,
        OptionalLong token,
        Instant changedAt) {}
