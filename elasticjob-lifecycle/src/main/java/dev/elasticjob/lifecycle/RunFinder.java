package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.lifecycle.view.FoundRun;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the items whose current or last run has a given id, with one read of records in addition to the overview of all jobs.
 */
final class RunFinder {

    private final RegistryAccess registry;

    RunFinder(RegistryAccess registry) {
        this.registry = registry;
    }

    List<FoundRun> find(List<OverviewReader.Read> jobs, String runId) {
        List<String> records = new ArrayList<>();
        List<OverviewReader.Read> looked = new ArrayList<>();
        for (OverviewReader.Read job : jobs) {
            if (records.size() + total(job) <= OverdueReader.MOST_ITEMS) {
                looked.add(job);
                for (int item = 0; item < total(job); item++) {
                    records.add(job.tree().itemNode(item).path());
                }
            }
        }
        Snapshot found = registry.read(ReadRequest.empty().nodes(records));
        List<FoundRun> result = new ArrayList<>();
        for (OverviewReader.Read job : looked) {
            for (int item = 0; item < total(job); item++) {
                Optional<Node> record = found.node(job.tree().itemNode(item).path());
                Optional<RunRecord.Run> run = record.flatMap(
                                node -> RunRecord.decode(node.text()).run())
                        .filter(each -> each.id().equals(runId));
                if (run.isPresent()) {
                    result.add(new FoundRun(
                            job.overview().jobName(), item, DetailReader.run(run.get(), record.orElseThrow())));
                }
            }
        }
        return result;
    }

    private static int total(OverviewReader.Read job) {
        return job.epoch().map(epoch -> epoch.total()).orElse(0);
    }
}
