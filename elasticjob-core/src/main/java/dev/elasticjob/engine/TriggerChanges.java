package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.REQUESTS_HAVE_VERSION_OF_FOLDER;
import static dev.elasticjob.engine.Rule.REQUEST_CHANGE_CHECKS_FOLDER;

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

    /** Returns the bytes that {@link #addTo} and one more item may add to a transaction. */
    int largestAddition() {
        int bytes = Triggers.largestEncoding(askedOf(job, job.instance.jobInstanceId()));
        for (Triggers each : after.values()) {
            bytes += Triggers.largestEncoding(each);
        }
        return bytes;
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
                boolean isBlank = Triggers.decode(node.get().text()).isEmpty();
                if (isBlank && job.view.ownedBy(instanceId).isEmpty()) {
                    Requests.reportDropped(job, node.get(), Triggers.NONE);
                }
                changes.set(node.get().path(), triggers.encode(), node.get().version());
            } else {
                changes.create(job.tree.trigger(instanceId), triggers.encode(), Mode.PERSISTENT);
            }
        });
        return changes;
    }

    /**
     * Adds changes of request nodes to a transaction. Such a node is created and deleted repeatedly, and a new one has the
     * version that an earlier one had. Therefore a transaction that creates or deletes one also sets the folder, and a
     * transaction that changes one checks the folder.
     */
    static void add(Transaction.Builder changes, Transaction.Builder transaction, JobMachine job) {
        if (changes.isEmpty()) {
            return;
        }
        Optional<Node> folder = job.view.requestLog();
        boolean onlySets = changes.build().ops().stream().allMatch(Transaction.Set.class::isInstance);
        if (onlySets && folder.isPresent()) {
            addOwn(changes, transaction, job);
        } else {
            add(changes, folder.map(Node::text).orElse(""), transaction, job);
        }
    }

    /**
     * Adds a change of the instance's own request node. The instance knows what it deleted itself, so that the folder is only
     * checked: instances that serve an operator's request at the same time do not conflict.
     */
    static void addOwn(Transaction.Builder change, Transaction.Builder transaction, JobMachine job) {
        transaction.addAll(change);
        if (REQUEST_CHANGE_CHECKS_FOLDER.holds()) {
            job.view.requestLog().ifPresent(folder -> transaction.check(folder.path(), folder.version()));
        }
    }

    private static void add(Transaction.Builder changes, String log, Transaction.Builder transaction, JobMachine job) {
        Optional<Node> folder = job.view.requestLog();
        if (folder.isEmpty()) {
            // Somebody has removed it, and with it what was in it.
            transaction.create(job.tree.triggers(), log, Mode.PERSISTENT);
        }
        transaction.addAll(changes);
        folder.ifPresent(node -> transaction.set(
                node.path(), log, REQUESTS_HAVE_VERSION_OF_FOLDER.holds() ? node.version() : Transaction.ANY_VERSION));
    }
}
