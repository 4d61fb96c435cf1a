package dev.elasticjob.lifecycle.view;

import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * An item of a job.
 *
 * @param owner id of the instance that owns it, whether or not the instance is live
 * @param runningOn id of the instance on which it runs
 * @param runningSince start of the run by the registry's clock
 * @param takenOverBy id of the instance to which its run failed over
 * @param misfire whether a fire that became due during a run still has to be made up for
 * @param waitsForTakeOver whether its last run was lost and waits for another instance
 * @param run the current or last run, if it was recorded
 * @param completedToken fencing token of the last completed run; 0 for none
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
