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
 * @param configuration the configuration; empty if there is none or it cannot be parsed
 * @param configurationVersion version of the {@code config} node; -1 if there is none
 * @param problem the reason why the job is damaged in the registry
 * @param warnings issues that an operator should check
 * @param servers whether each server is enabled, by address
 * @param instances ids of the live instances
 * @param epoch the item assignment; empty for a job of another engine, or one that was never assigned
 * @param nextFire next fire time by this machine's clock, and in its time zone if the job has none
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

    /** Returns the documented summary. */
    public JobBriefInfo toBriefInfo() {
        return toBriefInfo(status, instances.size());
    }

    /** Returns the summary with another status and number of instances, for example those on one server. */
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
