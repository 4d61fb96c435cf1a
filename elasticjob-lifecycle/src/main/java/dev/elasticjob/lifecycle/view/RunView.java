package dev.elasticjob.lifecycle.view;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The run of an item that is under way, or the last one.
 *
 * @param id the same for all items of a run
 * @param scheduledAt the cron instant it is for; empty for one-off and manual runs
 * @param attempt 1, and one more for every time it was taken over
 * @param total of items, when it began
 * @param instanceId that began it
 * @param session in which it was begun
 * @param token its fencing token, while it is under way
 * @param changedAt the registry's time when it began, while it is under way, and else when it ended
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
