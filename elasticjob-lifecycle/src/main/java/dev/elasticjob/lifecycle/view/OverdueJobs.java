package dev.elasticjob.lifecycle.view;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The jobs that missed a fire.
 *
 * @param asOf time of the evaluation by this machine's clock
 * @param grace period after which a fire is overdue
 * @param jobs the jobs, ordered by name
 * @param watched number of jobs that were evaluated
 * @param unknown number of jobs with a cron expression that could not be evaluated because their starts are not recorded or not
 *     read: jobs without {@code monitorExecution}, jobs of another engine, jobs that were never assigned, and jobs beyond the
 *     maximum number of records
 */
public record OverdueJobs(Instant asOf, Duration grace, List<OverdueJob> jobs, int watched, int unknown) {

    public OverdueJobs {
        jobs = List.copyOf(jobs);
    }
}
