package dev.elasticjob.registry.memory;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Check;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Delete;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Transaction.Op;
import dev.elasticjob.registry.Transaction.Set;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Nodes of one namespace and the rules for their changes, without threads, clock and locks. Only one thread at a time may use it.
 *
 * <p>A transaction is applied step by step to the only tree, and every step records how to undo it. If a step fails, the previous steps
 * are undone in reverse order. So the cost of a commit depends on its changes and not on the size of the tree, and the undo log is also
 * the list of changes for the listener.
 *
 * <p>Versions are counted as in ZooKeeper: 0 at creation, plus 1 for every set. The number of a commit always increases; a failed commit
 * does not use a number.
 */
public final class MemoryTree {

    private enum Kind {
        CREATED,
        SET,
        DELETED
    }

    /** Applied step, with the value that a set operation replaced. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Done(Kind kind, TreeNode node, byte[] data, int version, long modified, Instant modifiedAt) {

        static Done of(Kind kind, TreeNode node) {
            return new Done(kind, node, node.data(), node.version(), node.modified(), node.modifiedAt());
        }
    }

    private final RegistryLimits limits;
    private final TreeListener listener;
    private final Map<String, TreeNode> nodes = new HashMap<>();
    private final BoundNodes bound = new BoundNodes();
    private final List<Done> done = new ArrayList<>();
    private long number;

    /** Creates a tree with a root only. */
    public MemoryTree(RegistryLimits limits, TreeListener listener) {
        this.limits = limits;
        this.listener = listener;
        nodes.put("/", new TreeNode("/", null, Node.NO_OWNER, 0, Instant.EPOCH, new byte[0]));
    }

    /** Returns the number of the last commit. */
    public long number() {
        return number;
    }

    /** Returns the number of nodes, including the root. */
    public int size() {
        return nodes.size();
    }

    public Optional<Node> node(String path) {
        TreeNode node = nodes.get(path);
        return node == null ? Optional.empty() : Optional.of(node.view());
    }

    /** Returns the names of the children in ascending order; empty also if the node does not exist. */
    public List<String> children(String path) {
        TreeNode node = nodes.get(path);
        return node == null ? List.of() : node.childNames();
    }

    /** Returns the total length of the paths of the nodes bound to the session. */
    public long boundPathBytes(long session) {
        return bound.pathBytes(session);
    }

    public Snapshot read(ReadRequest request) {
        Map<String, Node> found = new HashMap<>();
        for (String path : request.nodePaths()) {
            TreeNode node = nodes.get(path);
            if (node != null) {
                found.put(path, node.view());
            }
        }
        Map<String, List<String>> childNames = new HashMap<>();
        for (String path : request.childrenPaths()) {
            TreeNode node = nodes.get(path);
            if (node != null) {
                childNames.put(path, node.childNames());
            }
        }
        return new Snapshot(found, childNames);
    }

    /** Applies a transaction completely or not at all. */
    public CommitResult commit(long session, Transaction transaction, Instant now) {
        if (!limits.accepts(transaction)) {
            return new Refused(
                    Refusal.TOO_LARGE,
                    "A transaction of " + transaction.bytes() + " bytes and "
                            + transaction.ops().size() + " steps; the limits are " + limits.transactionBytes()
                            + " bytes and " + limits.transactionSteps() + " steps");
        }
        long boundBefore = bound.pathBytes(session);
        List<Op> ops = transaction.ops();
        for (int i = 0; i < ops.size(); i++) {
            Reason obstacle = apply(ops.get(i), session, number + 1, now);
            if (obstacle != null) {
                takeBack();
                return new Conflict(i, ops.get(i), obstacle);
            }
        }
        long boundAfter = bound.pathBytes(session);
        if (boundAfter > limits.boundPathBytes() && boundAfter > boundBefore) {
            takeBack();
            return new Refused(
                    Refusal.TOO_MANY_BOUND,
                    "Session 0x" + Long.toHexString(session) + " would be bound to " + boundAfter
                            + " bytes of paths; the limit is " + limits.boundPathBytes());
        }
        Committed committed = new Committed(++number, now, versions(ops));
        publish();
        return committed;
    }

    /** Ends a session: deletes the nodes bound to it in one commit. */
    public void end(long session) {
        List<TreeNode> orphans = bound.of(session);
        for (int i = 0; i < orphans.size(); i++) {
            remove(orphans.get(i));
            done.add(Done.of(Kind.DELETED, orphans.get(i)));
        }
        if (!orphans.isEmpty()) {
            number++;
            publish();
        }
    }

    /** Applies a step; returns null, or the reason if it fails. */
    private Reason apply(Op op, long session, long next, Instant now) {
        if (op instanceof Create create) {
            return create(create, session, next, now);
        }
        TreeNode node = nodes.get(op.path());
        if (node == null) {
            return Reason.MISSING;
        }
        if (op instanceof Check check) {
            return differs(node, check.version()) ? Reason.VERSION : null;
        }
        if (op instanceof Set set) {
            return set(node, set, next, now);
        }
        return delete(node, (Delete) op);
    }

    private Reason create(Create create, long session, long next, Instant now) {
        String path = create.path();
        if (nodes.containsKey(path)) {
            return Reason.EXISTS;
        }
        TreeNode parent = nodes.get(parentOf(path));
        if (parent == null) {
            return Reason.MISSING;
        }
        if (parent.isBound()) {
            return Reason.PARENT_IS_BOUND;
        }
        long owner = create.mode() == Mode.BOUND ? session : Node.NO_OWNER;
        TreeNode node = new TreeNode(path, parent, owner, next, now, create.data());
        add(node);
        done.add(Done.of(Kind.CREATED, node));
        return null;
    }

    private Reason set(TreeNode node, Set set, long next, Instant now) {
        if (differs(node, set.version())) {
            return Reason.VERSION;
        }
        done.add(Done.of(Kind.SET, node));
        node.write(set.data(), node.version() + 1, next, now);
        return null;
    }

    private Reason delete(TreeNode node, Delete delete) {
        if (differs(node, delete.version())) {
            return Reason.VERSION;
        }
        // The root cannot be deleted; it counts as a node that always has children.
        if (node.hasChildren() || node.parent == null) {
            return Reason.HAS_CHILDREN;
        }
        remove(node);
        done.add(Done.of(Kind.DELETED, node));
        return null;
    }

    private static boolean differs(TreeNode node, int version) {
        return version != ANY_VERSION && version != node.version();
    }

    private void add(TreeNode node) {
        nodes.put(node.path, node);
        node.attachToParent();
        if (node.isBound()) {
            bound.add(node);
        }
    }

    private void remove(TreeNode node) {
        nodes.remove(node.path);
        node.detachFromParent();
        if (node.isBound()) {
            bound.remove(node);
        }
    }

    private void takeBack() {
        for (int i = done.size() - 1; i >= 0; i--) {
            Done step = done.get(i);
            switch (step.kind) {
                case CREATED -> remove(step.node);
                case DELETED -> add(step.node);
                case SET -> step.node.write(step.data, step.version, step.modified, step.modifiedAt);
            }
        }
        done.clear();
    }

    private void publish() {
        for (int i = 0; i < done.size(); i++) {
            String path = done.get(i).node.path;
            switch (done.get(i).kind) {
                case CREATED -> listener.created(path);
                case DELETED -> listener.deleted(path);
                case SET -> listener.dataSet(path);
            }
        }
        done.clear();
    }

    private List<Integer> versions(List<Op> ops) {
        Integer[] versions = new Integer[ops.size()];
        for (int i = 0; i < versions.length; i++) {
            Op op = ops.get(i);
            TreeNode node = op instanceof Create || op instanceof Set ? nodes.get(op.path()) : null;
            versions[i] = node == null ? -1 : node.version();
        }
        return List.of(versions);
    }

    static String parentOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
