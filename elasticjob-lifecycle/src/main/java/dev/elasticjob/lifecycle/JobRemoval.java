package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes all nodes of a job. The configuration is deleted first: instances write nothing more once it is gone. The other nodes
 * follow, children before parents, each at the version that was read. If the job is registered again during the removal, the
 * new registration is kept.
 */
final class JobRemoval {

    private final RegistryAccess registry;
    private final JobTree tree;
    private final String jobName;
    private Optional<Long> configurationCreated = Optional.empty();

    JobRemoval(RegistryAccess registry, String jobName) {
        this.registry = registry;
        this.jobName = jobName;
        this.tree = new JobTree(jobName);
    }

    void run() {
        Snapshot job = registry.read(ReadRequest.of(tree.config())
                .children(List.of(tree.servers(), tree.instances()))
                .synced());
        if (!JobViews.exists(tree, job)) {
            throw JobViews.notFound(jobName);
        }
        configurationCreated = job.node(tree.config()).map(Node::created);
        new Changes(registry).until("Removing job '" + jobName + "'", this::left);
    }

    private List<List<Transaction.Op>> left() {
        Map<String, Node> nodes = all();
        Optional<Long> created = Optional.ofNullable(nodes.get(tree.config())).map(Node::created);
        // A configuration that was only edited, not recreated, still belongs to the job to be removed.
        if (created.isPresent() && !created.equals(configurationCreated)) {
            throw new OperationException(
                    Kind.CONFLICT,
                    "Job '" + jobName + "' was registered again while it was being removed. Stop the processes that"
                            + " start it, or shut it down, before you remove it again");
        }
        List<List<Transaction.Op>> steps = new ArrayList<>();
        List<String> paths = new ArrayList<>(nodes.keySet());
        // The configuration first, then the deepest nodes.
        paths.sort(Comparator.comparing((String path) -> !path.equals(tree.config()))
                .thenComparing(Comparator.comparingInt(JobRemoval::depth).reversed()));
        for (String path : paths) {
            steps.add(List.of(new Transaction.Delete(path, nodes.get(path).version())));
        }
        return steps;
    }

    private static int depth(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    /** Reads all nodes of the job, one level per request. */
    private Map<String, Node> all() {
        Map<String, Node> found = new LinkedHashMap<>();
        List<String> level = List.of(tree.job());
        while (!level.isEmpty()) {
            Snapshot read = registry.read(
                    ReadRequest.empty().nodes(level).children(level).synced());
            found.putAll(read.nodes());
            List<String> next = new ArrayList<>();
            for (String path : level) {
                read.children(path).forEach(child -> next.add(path + "/" + child));
            }
            level = next;
        }
        return found;
    }
}
