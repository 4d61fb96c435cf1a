package dev.elasticjob.lifecycle.view;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job in a list.
 *
 * @param configuration empty when there is none, or it cannot be read
 * @param configurationVersion of the {@code config} node, -1 when there is none
 * @param problem what is wrong with it in the registry
 * @param warnings what somebody should look at
 * @param servers whether each is enabled, by address
 * @param instances ids of those that are there
 * @param epoch empty for a job of another engine, or one that was never shared out
 * @param nextFire by this machine's clock, and in its zone when the job names none
 */
public record JobOverview(
        String jobName,
        JobStatus status,
        Optional<JobConfiguration> configuration,
        int configurationVersion,
        Optional<String> problem,
        List<String> warnings,
        SortedMap<String, Boolean> servers,
        List<String> instances,
        Optional<EpochView> epoch,
        Optional<Instant> nextFire) {

    public JobOverview {
        warnings = List.copyOf(warnings);
        servers = Collections.unmodifiableSortedMap(new TreeMap<>(servers));
        instances = List.copyOf(instances);
    }

    /** Returns a copy with another status. */
    public JobOverview withStatus(JobStatus other) {
        return new JobOverview(
                jobName,
                other,
                configuration,
                configurationVersion,
                problem,
                warnings,
                servers,
                instances,
                epoch,
                nextFire);
    }

    /** The documented summary. */
    public JobBriefInfo toBriefInfo() {
        return toBriefInfo(status, instances.size());
    }

    /** The summary with another status and number of instances, such as those on one server. */
    public JobBriefInfo toBriefInfo(JobStatus otherStatus, int instanceCount) {
        return new JobBriefInfo(
                jobName,
                otherStatus,
                configuration.map(JobConfiguration::getDescription).orElse(""),
                configuration.map(JobConfiguration::getCron).orElse(""),
                instanceCount,
                configuration.map(JobConfiguration::getShardingTotalCount).orElse(0),
                problem.orElse(""));
    }
}
