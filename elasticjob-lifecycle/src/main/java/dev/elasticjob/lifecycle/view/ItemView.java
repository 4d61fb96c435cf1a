package dev.elasticjob.lifecycle.view;

import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * An item of a job.
 *
 * @param owner id of the instance that owns it, be it there or not
 * @param runningOn id of the instance on which it runs
 * @param runningSince the registry's time
 * @param takenOverBy id of the instance that took its run over
 * @param misfire whether an instant that fell due during a run waits to be made up for
 * @param waitsForTakeOver whether its last run was lost and waits for another instance
 * @param run the current or last run, if it was recorded
 * @param completedToken fencing token of the last run that was completed; 0 for none
 */
public record ItemView(
        int item,
        ShardingStatus status,
        Optional<String> owner,
        Optional<String> runningOn,
        Optional<Instant> runningSince,
        Optional<String> takenOverBy,
        boolean disabled,
        boolean misfire,
        boolean waitsForTakeOver,
        Optional<RunView> run,
        long completedToken) {}
