package dev.elasticjob.engine;

import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What one transaction changes in the nodes of runs that are asked for: each node is written once, whatever comes to it. */
final class TriggerChanges {

    private final JobMachine job;
    private final SortedMap<String, Triggers> after = new TreeMap<>();

    TriggerChanges(JobMachine job) {
        this.job = job;
    }

    /** What an instance is asked to run; an empty node asks for all that it owns now. */
    static Triggers askedOf(JobMachine job, String instanceId) {
        return job.view
                .node(job.tree.trigger(instanceId))
                .map(node -> Triggers.decode(node.text())
                        .orElseGet(() -> TriggerMoves.all(node, job.view.ownedBy(instanceId))))
                .orElse(Triggers.NONE);
    }

    /** Behind what the instance is asked for already. */
    void ask(String instanceId, Triggers more) {
        after.merge(instanceId, askedOf(job, instanceId).plus(more), (before, same) -> before.plus(more));
    }

    /** Before what the instance is asked for already. */
    void askFirst(String instanceId, Triggers more) {
        after.merge(instanceId, more.plus(askedOf(job, instanceId)), (before, same) -> more.plus(before));
    }

    void addTo(Transaction.Builder transaction) {
        after.forEach((instanceId, triggers) -> {
            Optional<Node> node = job.view.node(job.tree.trigger(instanceId));
            if (node.isPresent()) {
                transaction.set(node.get().path(), triggers.encode(), node.get().version());
            } else {
                transaction.create(job.tree.trigger(instanceId), triggers.encode(), Mode.PERSISTENT);
            }
        });
    }
}
