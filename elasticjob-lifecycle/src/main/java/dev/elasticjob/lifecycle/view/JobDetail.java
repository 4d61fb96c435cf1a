package dev.elasticjob.lifecycle.view;

import dev.elasticjob.lifecycle.domain.ConfigurationText;
import java.util.List;
import java.util.Optional;

/**
 * All details of a job.
 *
 * @param type the class of the job, or its kind if it has no class
 * @param configurationText the text in the registry, including secrets; empty if there is none
 * @param leader id of the leader
 * @param pendingInstances ids of instances with a run request that is not fully started
 * @param overdue the fire that the job missed
 */
public record JobDetail(
        JobOverview overview,
        String type,
        Optional<ConfigurationText> configurationText,
        Optional<String> leader,
        List<String> pendingInstances,
        List<ItemView> items,
        Optional<OverdueJob> overdue) {

    public JobDetail {
        pendingInstances = List.copyOf(pendingInstances);
        items = List.copyOf(items);
    }
}
