package dev.elasticjob.engine;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Runs that were asked for follow their items: the transaction that changes owners moves them along. */
final class TriggerMoves {

    /** Of runs that an operator asked for. */
    static final String RUN_ID_PREFIX = "trigger-";

    private TriggerMoves() {}

    /**
     * Moves requests from the previous owners to the next ones. A blank node requests what its instance owned before. As long
     * as owners stay the same, or before an epoch lists the instance, an enabled instance finds out itself what it owns.
     */
    static void add(Transaction.Builder transaction, JobMachine job, Epoch before, Epoch next) {
        Set<String> enabled = new HashSet<>();
        job.view.instances().stream()
                .map(JobView::name)
                .filter(id -> isOnEnabledServer(id, job))
                .forEach(enabled::add);
        Map<String, Node> nodes = new TreeMap<>();
        Map<String, Triggers> wanted = new HashMap<>();
        for (Node node : job.view.triggers()) {
            String id = JobView.name(node);
            nodes.put(id, node);
            Optional<Triggers> written = Triggers.decode(node.text());
            boolean undecided = written.isEmpty()
                    && enabled.contains(id)
                    && (before == next || !before.members().contains(id));
            if (undecided) {
                nodes.remove(id);
            } else {
                Triggers asked = written.orElseGet(() -> all(node, before.itemsOf(id)));
                Triggers dropped = asked.without((runId, item) -> item < next.total());
                if (asked.isEmpty() || !dropped.isEmpty()) {
                    Requests.reportDropped(job, node, dropped);
                }
                distribute(id, asked, next, wanted);
            }
        }
        Transaction.Builder changes = Transaction.builder();
        for (String id : union(nodes.keySet(), wanted.keySet())) {
            Optional<Node> node = Optional.ofNullable(nodes.get(id));
            Triggers then = wanted.getOrDefault(id, Triggers.NONE);
            String path = job.tree.trigger(id);
            if (node.isEmpty()) {
                // An undecided one stays undecided; what comes to it on top would be lost in it.
                if (job.view.exists(path)) {
                    Node undecided = job.view.node(path).orElseThrow();
                    changes.set(
                            path, all(undecided, next.itemsOf(id)).plus(then).encode(), undecided.version());
                } else {
                    changes.create(path, then.encode(), Transaction.Mode.PERSISTENT);
                }
            } else if (then.isEmpty()) {
                changes.delete(path, node.get().version());
            } else if (!then.encode().equals(node.get().text())) {
                changes.set(path, then.encode(), node.get().version());
            }
        }
        TriggerChanges.add(changes, transaction, job);
    }

    private static boolean isOnEnabledServer(String instanceId, JobMachine job) {
        return InstanceIdentity.parse(instanceId)
                .filter(identity -> job.view.isServerEnabled(identity.address()))
                .isPresent();
    }

    private static SortedSet<String> union(Set<String> a, Set<String> b) {
        SortedSet<String> all = new TreeSet<>(a);
        all.addAll(b);
        return all;
    }

    static Triggers all(Node node, SortedSet<Integer> items) {
        return items.isEmpty() ? Triggers.NONE : Triggers.of(runId(node), RunSource.MANUAL_TRIGGER, items);
    }

    /** The nodes that an operator's tool makes for all instances belong together, but nothing in them says so. */
    static String runId(Node node) {
        return RUN_ID_PREFIX + Long.toHexString(node.created());
    }

    private static void distribute(String id, Triggers asked, Epoch next, Map<String, Triggers> wanted) {
        for (Triggers.Request request : asked.requests()) {
            // Without an owner it stays where it is until there is one.
            next.byOwner(request.items().headSet(next.total()), id)
                    .forEach((target, items) -> wanted.merge(
                            target, Triggers.of(request.runId(), request.source(), items), Triggers::plus));
        }
    }
}
