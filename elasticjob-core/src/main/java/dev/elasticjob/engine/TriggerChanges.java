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
        add(changes(), transaction, job);
    }

    /** Adds a request, and notes it in the log. */
    void addTo(Transaction.Builder transaction, String nonce) {
        String log = job.view.requestLog().map(Node::text).orElse("");
        add(changes(), RequestLog.decode(log).plus(nonce).encode(), transaction, job);
    }

    private Transaction.Builder changes() {
        Transaction.Builder changes = Transaction.builder();
        after.forEach((instanceId, triggers) -> {
            Optional<Node> node = job.view.node(job.tree.trigger(instanceId));
            if (node.isPresent()) {
                changes.set(node.get().path(), triggers.encode(), node.get().version());
            } else {
                changes.create(job.tree.trigger(instanceId), triggers.encode(), Mode.PERSISTENT);
            }
        });
        return changes;
    }

    /**
     * Adds changes of request nodes to a transaction. Such a node comes and goes, and a new one has the version that one
     * before it had. So whoever makes one sets the folder, and whoever changes one checks it.
     */
    static void add(Transaction.Builder changes, Transaction.Builder transaction, JobMachine job) {
        if (changes.isEmpty()) {
            return;
        }
        Optional<Node> folder = job.view.requestLog();
        boolean makesOne = changes.build().ops().stream().anyMatch(Transaction.Create.class::isInstance);
        if (makesOne || folder.isEmpty()) {
            add(changes, folder.map(Node::text).orElse(""), transaction, job);
        } else {
            transaction.addAll(changes);
            transaction.check(folder.get().path(), folder.get().version());
        }
    }

    private static void add(Transaction.Builder changes, String log, Transaction.Builder transaction, JobMachine job) {
        Optional<Node> folder = job.view.requestLog();
        if (folder.isEmpty()) {
            // Somebody has removed it, and with it what was in it.
            transaction.create(job.tree.triggers(), log, Mode.PERSISTENT);
        }
        transaction.addAll(changes);
        folder.ifPresent(node -> transaction.set(node.path(), log, node.version()));
    }
}
