package dev.elasticjob.engine.requests;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Run requests follow their items: the transaction that changes owners moves them. */
public final class RequestMoves {

    private RequestMoves() {}

    /**
     * Moves requests from the previous owners to the next ones. A blank node requests what its instance owned before. As long
     * as owners stay the same, or before an epoch lists the instance, an enabled instance determines itself what it owns.
     */
    public static void add(Transaction.Builder transaction, JobContext job, Epoch before, Epoch next) {
        Set<String> live = job.view().instances().stream().map(JobView::name).collect(Collectors.toSet());
        Set<String> enabled =
                live.stream().filter(id -> isOnEnabledServer(id, job)).collect(Collectors.toSet());
        Map<String, Node> nodes = new TreeMap<>();
        Map<String, RunRequests> wanted = new HashMap<>();
        for (Node node : job.view().requestNodes()) {
            String id = JobView.name(node);
            nodes.put(id, node);
            Optional<RunRequests> written = RunRequests.decode(node.text());
            boolean undecided = written.isEmpty()
                    && enabled.contains(id)
                    && (before == next || !before.members().contains(id));
            if (undecided) {
                nodes.remove(id);
            } else {
                RunRequests requested = written.orElseGet(() -> RunRequests.ofBlankNode(node, before.itemsOf(id)));
                RunRequests dropped = requested.without((runId, item) -> item < next.total());
                if (requested.isEmpty() || !dropped.requests().isEmpty()) {
                    RequestChanges.reportDropped(job, node, dropped);
                }
                distribute(id, requested, next, wanted);
                if (live.contains(id)) {
                    keep(id, requested.withoutRuns(), wanted);
                } else {
                    Kills.reportUndelivered(job, id, requested.kills());
                    keep(successor(next, id), requested.onlyUnreadable(), wanted);
                }
            }
        }
        RequestChanges.add(changes(job, nodes, wanted, next), transaction, job);
    }

    private static Transaction.Builder changes(
            JobContext job, Map<String, Node> nodes, Map<String, RunRequests> wanted, Epoch next) {
        Transaction.Builder changes = Transaction.builder();
        for (String id : union(nodes.keySet(), wanted.keySet())) {
            Optional<Node> node = Optional.ofNullable(nodes.get(id));
            RunRequests then = wanted.getOrDefault(id, RunRequests.NONE);
            String path = job.tree().trigger(id);
            if (node.isEmpty()) {
                // An undecided node stays undecided; requests that are moved to it would be lost in it.
                if (job.view().exists(path)) {
                    Node undecided = job.view().node(path).orElseThrow();
                    changes.set(
                            path,
                            RunRequests.ofBlankNode(undecided, next.itemsOf(id))
                                    .plus(then)
                                    .encode(),
                            undecided.version());
                } else {
                    changes.create(path, then.encode(), Transaction.Mode.PERSISTENT);
                }
            } else if (then.isEmpty()) {
                changes.delete(path, node.get().version());
            } else if (!then.encode().equals(node.get().text())) {
                changes.set(path, then.encode(), node.get().version());
            }
        }
        return changes;
    }

    private static boolean isOnEnabledServer(String instanceId, JobContext job) {
        return InstanceIdentity.parse(instanceId)
                .filter(identity -> job.view().isServerEnabled(identity.address()))
                .isPresent();
    }

    private static SortedSet<String> union(Set<String> a, Set<String> b) {
        SortedSet<String> all = new TreeSet<>(a);
        all.addAll(b);
        return all;
    }

    private static void keep(String id, RunRequests kept, Map<String, RunRequests> wanted) {
        if (!kept.isEmpty()) {
            wanted.merge(id, kept, RunRequests::plus);
        }
    }

    /** Returns the instance that receives what this version cannot read, when the instance it was for has gone. */
    private static String successor(Epoch next, String id) {
        return next.members().stream().sorted().findFirst().orElse(id);
    }

    private static void distribute(String id, RunRequests requested, Epoch next, Map<String, RunRequests> wanted) {
        for (RunRequests.Request request : requested.requests()) {
            // A request for an item without an owner stays where it is until there is one.
            next.byOwner(request.items().headSet(next.total()), id)
                    .forEach((target, items) -> wanted.merge(target, request.of(items), RunRequests::plus));
        }
    }
}
