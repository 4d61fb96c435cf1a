package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.lifecycle.view.OverdueJob;
import dev.elasticjob.lifecycle.view.OverdueJobs;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds the jobs that missed a fire, with two reads in addition to the overview of all jobs. The first reads the records of all
 * items that should have one, the second reads the marks of those that are late.
 */
final class OverdueReader {

    /** Maximum total number of items. Jobs that exceed it are counted as unknown. */
    static final int MOST_ITEMS = 100_000;

    private final RegistryAccess registry;
    private final Instant now;

    /** A job that should have run, and its late items. */
    private record Suspect(JobTree tree, Expectation expectation, SortedMap<Integer, RunRecord> late) {

        void compare(Snapshot records) {
            for (int item = 0; item < expectation.total(); item++) {
                RunRecord record = records.node(tree.itemNode(item).path())
                        .map(Node::text)
                        .map(RunRecord::decode)
                        .orElseGet(() -> RunRecord.decode(""));
                if (expectation.isLate(record)) {
                    late.put(item, record);
                }
            }
        }

        void forgive(Snapshot marks) {
            late.keySet().removeIf(item -> {
                List<String> found = marks.children(tree.itemNode(item).path());
                return found.contains(ItemNode.RUNNING) || found.contains(ItemNode.DISABLED);
            });
        }
    }

    OverdueReader(RegistryAccess registry, Instant now) {
        this.registry = registry;
        this.now = now;
    }

    OverdueJobs read(List<OverviewReader.Read> jobs) {
        Map<String, Suspect> suspects = new LinkedHashMap<>();
        List<String> records = new ArrayList<>();
        int unknown = 0;
        for (OverviewReader.Read job : jobs) {
            if (!Expectation.isExpected(job.overview())) {
                continue;
            }
            var expectation = job.expectation(now);
            if (expectation.isEmpty() || records.size() + expectation.get().total() > MOST_ITEMS) {
                unknown++;
                continue;
            }
            Suspect suspect = new Suspect(job.tree(), expectation.get(), new TreeMap<>());
            suspects.put(job.overview().jobName(), suspect);
            for (int item = 0; item < expectation.get().total(); item++) {
                records.add(job.tree().itemNode(item).path());
            }
        }
        Snapshot found = registry.read(ReadRequest.empty().nodes(records));
        List<String> late = new ArrayList<>();
        for (Suspect suspect : suspects.values()) {
            suspect.compare(found);
            suspect.late()
                    .keySet()
                    .forEach(item -> late.add(suspect.tree().itemNode(item).path()));
        }
        Snapshot marks = registry.read(ReadRequest.empty().children(late));
        List<OverdueJob> overdue = new ArrayList<>();
        for (Suspect suspect : suspects.values()) {
            suspect.forgive(marks);
            suspect.expectation().overdue(suspect.late()).ifPresent(overdue::add);
        }
        return new OverdueJobs(now, Expectation.GRACE, overdue, suspects.size(), unknown);
    }
}
