package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Check;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Delete;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Transaction.Op;
import dev.elasticjob.registry.Transaction.Set;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Simple reference implementation of the rules: every transaction works on a copy of the complete tree. */
final class NaiveTree {

    /** Expected outcome of a transaction. */
    record Outcome(int failedStep, Reason reason, boolean tooManyBound, List<String> changes, List<Integer> versions) {}

    private final int boundPathBytes;
    private SortedMap<String, Node> nodes = new TreeMap<>();
    private long number;

    NaiveTree(int boundPathBytes) {
        this.boundPathBytes = boundPathBytes;
        nodes.put("/", new Node("/", new byte[0], 0, 0, 0, Instant.EPOCH, Node.NO_OWNER));
    }

    SortedMap<String, Node> nodes() {
        return nodes;
    }

    long number() {
        return number;
    }

    List<String> children(String path) {
        return nodes.keySet().stream()
                .filter(child -> !child.equals("/") && parent(child).equals(path))
                .map(child -> child.substring(child.lastIndexOf('/') + 1))
                .sorted()
                .toList();
    }

    long boundPathBytes(long session) {
        return boundPathBytes(nodes, session);
    }

    Outcome commit(long session, Transaction transaction, Instant now) {
        SortedMap<String, Node> copy = new TreeMap<>(nodes);
        List<String> changes = new ArrayList<>();
        for (int i = 0; i < transaction.ops().size(); i++) {
            Op op = transaction.ops().get(i);
            Optional<Reason> obstacle = obstacle(copy, op);
            if (obstacle.isPresent()) {
                return new Outcome(i, obstacle.get(), false, List.of(), List.of());
            }
            apply(copy, op, session, now, changes);
        }
        if (boundPathBytes(copy, session) > boundPathBytes) {
            return new Outcome(-1, null, true, List.of(), List.of());
        }
        nodes = copy;
        number++;
        List<Integer> versions = transaction.ops().stream()
                .map(op -> op instanceof Check || op instanceof Delete || !copy.containsKey(op.path())
                        ? -1
                        : copy.get(op.path()).version())
                .toList();
        return new Outcome(-1, null, false, changes, versions);
    }

    void end(long session) {
        if (nodes.values().removeIf(node -> node.owner() == session)) {
            number++;
        }
    }

    private static Optional<Reason> obstacle(SortedMap<String, Node> tree, Op op) {
        Node node = tree.get(op.path());
        if (op instanceof Create) {
            if (node != null) {
                return Optional.of(Reason.EXISTS);
            }
            Node parent = tree.get(parent(op.path()));
            if (parent == null) {
                return Optional.of(Reason.MISSING);
            }
            return parent.owner() == Node.NO_OWNER ? Optional.empty() : Optional.of(Reason.PARENT_IS_BOUND);
        }
        if (node == null) {
            return Optional.of(Reason.MISSING);
        }
        int wanted = op instanceof Check check
                ? check.version()
                : op instanceof Set set ? set.version() : ((Delete) op).version();
        if (wanted != Transaction.ANY_VERSION && wanted != node.version()) {
            return Optional.of(Reason.VERSION);
        }
        boolean isParent = tree.keySet().stream().anyMatch(path -> path.startsWith(op.path() + "/"));
        return op instanceof Delete && isParent ? Optional.of(Reason.HAS_CHILDREN) : Optional.empty();
    }

    private void apply(SortedMap<String, Node> tree, Op op, long session, Instant now, List<String> changes) {
        String path = op.path();
        long next = number + 1;
        if (op instanceof Create create) {
            long owner = create.mode() == Mode.BOUND ? session : Node.NO_OWNER;
            tree.put(path, new Node(path, create.data(), 0, next, next, now, owner));
            changes.add("created " + path);
        } else if (op instanceof Set set) {
            Node old = tree.get(path);
            tree.put(path, new Node(path, set.data(), old.version() + 1, old.created(), next, now, old.owner()));
            changes.add("set " + path);
        } else if (op instanceof Delete) {
            tree.remove(path);
            changes.add("deleted " + path);
        }
    }

    private static long boundPathBytes(SortedMap<String, Node> tree, long session) {
        return tree.values().stream()
                .filter(node -> node.owner() == session)
                .mapToLong(node -> node.path().getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }

    private static String parent(String path) {
        return path.lastIndexOf('/') == 0 ? "/" : path.substring(0, path.lastIndexOf('/'));
    }
}
