package dev.elasticjob.lifecycle.view;

import dev.elasticjob.lifecycle.domain.ConfigurationText;
import java.util.List;
import java.util.Optional;

/**
 * All of a job.
 *
 * @param type its class, or its kind for jobs without one
 * @param configurationText as it stands in the registry, with its secrets; empty when there is none
 * @param leader id of the instance that leads
 * @param asked ids of instances that were asked for a run and have not begun all of it
 * @param overdue what should have run and did not
 */
public record JobDetail(
        JobOverview overview,
        String type,
        Optional<ConfigurationText> configurationText,
        Optional<String> leader,
        List<String> asked,
        List<ItemView> items,
        Optional<OverdueJob> overdue) {

    public JobDetail {
        asked = List.copyOf(asked);
        items = List.copyOf(items);
    }
}
