package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** Replaces the status OK of jobs with a failed or disabled item, with one read for any number of jobs. */
final class ItemConditions {

    private final RegistryAccess registry;

    ItemConditions(RegistryAccess registry) {
        this.registry = registry;
    }

    List<OverviewReader.Read> apply(List<OverviewReader.Read> jobs) {
        List<String> items = new ArrayList<>();
        for (OverviewReader.Read job : jobs) {
            if (isHealthy(job) && items.size() + job.itemNodes().size() <= OverdueReader.MOST_ITEMS) {
                items.addAll(job.itemNodes());
            }
        }
        if (items.isEmpty()) {
            return jobs;
        }
        Snapshot found = registry.read(ReadRequest.empty().nodes(items).children(items));
        return jobs.stream()
                .map(job -> isHealthy(job) ? job.withStatus(status(job, found)) : job)
                .toList();
    }

    private static boolean isHealthy(OverviewReader.Read job) {
        return job.overview().status() == JobStatus.OK;
    }

    private static JobStatus status(OverviewReader.Read job, Snapshot found) {
        if (job.itemNodes().stream().anyMatch(item -> hasFailed(item, found))) {
            return JobStatus.FAILING;
        }
        boolean isDisabled =
                job.itemNodes().stream().anyMatch(item -> found.children(item).contains(ItemNode.DISABLED));
        return isDisabled ? JobStatus.ITEMS_DISABLED : JobStatus.OK;
    }

    private static boolean hasFailed(String item, Snapshot found) {
        return found.node(item)
                .map(Node::text)
                .flatMap(text -> RunRecord.decode(text).run())
                .filter(run -> run.state() == RunRecord.State.FAILED)
                .isPresent();
    }
}
