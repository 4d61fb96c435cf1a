package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.view.JobOverview;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job in a list.
 *
 * @param problem reason why the job is damaged in the registry
 * @param disabledServers number of disabled servers of the job
 */
public record JobRow(
        String name,
        JobStatus status,
        String description,
        String label,
        String cron,
        String timeZone,
        int shardingTotalCount,
        int instances,
        int servers,
        int disabledServers,
        Optional<String> problem,
        List<String> warnings,
        Optional<Instant> nextFire) {

    static JobRow of(JobOverview job) {
        Optional<JobConfiguration> configuration = job.configuration();
        return new JobRow(
                job.jobName(),
                job.status(),
                configuration.map(JobConfiguration::getDescription).orElse(""),
                configuration.map(JobConfiguration::getLabel).orElse(""),
                configuration.map(JobConfiguration::getCron).orElse(""),
                configuration.map(JobConfiguration::getTimeZone).orElse(""),
                configuration.map(JobConfiguration::getShardingTotalCount).orElse(0),
                job.instances().size(),
                job.servers().size(),
                (int) job.servers().values().stream()
                        .filter(enabled -> !enabled)
                        .count(),
                job.problem(),
                job.warnings(),
                job.nextFire());
    }
}
