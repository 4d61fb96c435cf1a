package dev.elasticjob.engine.requests;

import static dev.elasticjob.engine.rule.Rule.REQUESTS_HAVE_VERSION_OF_FOLDER;
import static dev.elasticjob.engine.rule.Rule.REQUEST_CHANGE_CHECKS_FOLDER;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.engine.view.RequestLog;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The changes that one transaction makes to run requests. Each request node is written at most once.
 *
 * <p>A request node is created and deleted repeatedly, and a new one has the version that an earlier one had. Therefore a
 * transaction that creates or deletes one also sets the folder, and a transaction that changes one checks the folder.
 */
public final class RequestChanges {

    private final JobContext job;
    private final SortedMap<String, RunRequests> after = new TreeMap<>();

    public RequestChanges(JobContext job) {
        this.job = job;
    }

    /** Returns what is requested of an instance; a blank node requests all items that it owns now. */
    public static RunRequests requestedOf(JobContext job, String instanceId) {
        return job.view()
                .node(job.tree().trigger(instanceId))
                .map(node -> RunRequests.decode(node.text())
                        .orElseGet(
                                () -> RunRequests.ofBlankNode(node, job.view().ownedBy(instanceId))))
                .orElse(RunRequests.NONE);
    }

    /** Requests more of an instance, after what is requested already. */
    public void append(String instanceId, RunRequests more) {
        after.merge(instanceId, requestedOf(job, instanceId).plus(more), (before, same) -> before.plus(more));
    }

    /** Requests more of an instance, before what is requested already. */
    public void prepend(String instanceId, RunRequests more) {
        after.merge(instanceId, more.plus(requestedOf(job, instanceId)), (before, same) -> more.plus(before));
    }

    /** Returns the bytes that {@link #addTo} and one more item may add to a transaction. */
    public int largestAddition() {
        int bytes = requestedOf(job, job.id()).largestEncoding();
        for (RunRequests each : after.values()) {
            bytes += each.largestEncoding();
        }
        return bytes;
    }

    public void addTo(Transaction.Builder transaction) {
        add(changes(), transaction, job);
    }

    /** Adds the changes and enters them into the log under a nonce. */
    void addTo(Transaction.Builder transaction, String nonce) {
        String log = job.view().requestLog().map(Node::text).orElse("");
        add(changes(), RequestLog.decode(log).plus(nonce).encode(), transaction, job);
    }

    private Transaction.Builder changes() {
        Transaction.Builder changes = Transaction.builder();
        after.forEach((instanceId, requests) -> {
            Optional<Node> node = job.view().node(job.tree().trigger(instanceId));
            if (node.isPresent()) {
                boolean isBlank = RunRequests.decode(node.get().text()).isEmpty();
                if (isBlank && job.view().ownedBy(instanceId).isEmpty()) {
                    reportDropped(job, node.get(), RunRequests.NONE);
                }
                changes.set(node.get().path(), requests.encode(), node.get().version());
            } else {
                changes.create(job.tree().trigger(instanceId), requests.encode(), Mode.PERSISTENT);
            }
        });
        return changes;
    }

    /** Adds changes of request nodes to a transaction. */
    static void add(Transaction.Builder changes, Transaction.Builder transaction, JobContext job) {
        if (changes.isEmpty()) {
            return;
        }
        Optional<Node> folder = job.view().requestLog();
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
    static void addOwn(Transaction.Builder change, Transaction.Builder transaction, JobContext job) {
        transaction.addAll(change);
        if (REQUEST_CHANGE_CHECKS_FOLDER.holds()) {
            job.view().requestLog().ifPresent(folder -> transaction.check(folder.path(), folder.version()));
        }
    }

    private static void add(Transaction.Builder changes, String log, Transaction.Builder transaction, JobContext job) {
        Optional<Node> folder = job.view().requestLog();
        if (folder.isEmpty()) {
            // Another program deleted the folder, and the requests in it.
            transaction.create(job.tree().triggers(), log, Mode.PERSISTENT);
        }
        transaction.addAll(changes);
        folder.ifPresent(node -> transaction.set(
                node.path(), log, REQUESTS_HAVE_VERSION_OF_FOLDER.holds() ? node.version() : Transaction.ANY_VERSION));
    }

    /** Reports that requests are deleted without a run. */
    static void reportDropped(JobContext job, Node node, RunRequests dropped) {
        String reason;
        if (dropped.requests().isEmpty()) {
            reason = "Run " + RunRequests.operatorRunId(node.created()) + " was requested of " + JobView.name(node)
                    + ", which owns no items; the request is deleted";
        } else {
            reason = "Runs "
                    + dropped.requests().stream()
                            .map(RunRequests.Request::runId)
                            .toList() + " of items "
                    + RunRequests.ranges(dropped.items())
                    + " were requested, but these items are disabled or no longer exist;"
                    + " the requests are deleted";
        }
        job.reports().report("trigger", reason);
    }
}
