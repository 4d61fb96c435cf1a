package dev.elasticjob.lifecycle.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The jobs that should have run and did not.
 *
 * @param asOf when it was looked, by this machine's clock
 * @param grace an instant counts when it is longer ago than this
 * @param jobs by name
 * @param watched how many jobs it can be told of
 * @param unknown how many jobs have a cron expression and leave no record of what they begin: those without
 *     {@code monitorExecution}, those of another engine, those that were never shared out, and what is beyond the most that
 *     is read
 */
public record OverdueJobs(Instant asOf, Duration grace, List<OverdueJob> jobs, int watched, int unknown) {

    public OverdueJobs {
        jobs = List.copyOf(jobs);
    }
}
