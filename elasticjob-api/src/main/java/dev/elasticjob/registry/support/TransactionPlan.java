package dev.elasticjob.registry.support;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;

import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Check;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Delete;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Transaction.Op;
import dev.elasticjob.registry.Transaction.Set;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Transaction that is folded by path: the required state of each node before the transaction, and its new state. A registry that checks
 * all conditions and then makes all changes, with deletions before creations, has the same result as executing the steps one after the
 * other.
 *
 * <p>Steps that contradict each other in every state of the registry have conditions that cannot be met: such a plan
 * {@link #isContradictory() is contradictory}. If a condition is not met, or the plan is contradictory, {@link #conflict} determines the
 * first step that fails, from the registry's state of all {@link #conditions()}.
 */
public final class TransactionPlan {

    /** Required existence of a node. */
    public enum Presence {
        EITHER,
        PRESENT,
        ABSENT
    }

    /**
     * Required state of a node before the transaction.
     *
     * @param version required version, or {@link Transaction#ANY_VERSION}
     * @param persistent whether the node must not be bound to a session
     * @param childless whether the node must not have children, except nodes that have a condition themselves
     */
    public record Condition(String path, Presence presence, int version, boolean persistent, boolean childless) {}

    /** Node that exists before and after the transaction, and whose data is set. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Update(String path, int increments, byte[] data) {}

    /** Node that exists after the transaction, and before it either did not exist or is deleted by it. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Creation(String path, int version, boolean bound, byte[] data) {}

    /** Changed path: its node was created or deleted, or its data was set. */
    public record Change(String path, boolean createdOrDeleted) {}

    /**
     * State of a node in the registry before the transaction.
     *
     * @param bound whether the node is bound to a session
     * @param otherChildren whether the node has children without a condition; evaluated only if the condition is childless
     */
    public record Before(int version, boolean bound, boolean otherChildren) {}

    /** State of a node while the steps are folded. */
    private static final class Track {

        private Presence presence = Presence.EITHER;
        private int versionBefore = ANY_VERSION;
        private boolean persistent;
        private boolean childless;
        private boolean removed;

        // The state after the steps so far. Unknown while the presence is EITHER.
        private boolean exists;
        private boolean created;
        private boolean bound;
        private int increments;
        private byte[] data;

        private boolean differs(int version) {
            if (version == ANY_VERSION) {
                return false;
            }
            if (created) {
                return version != increments;
            }
            if (versionBefore == ANY_VERSION && version >= increments) {
                versionBefore = version - increments;
            }
            return versionBefore != version - increments || versionBefore == ANY_VERSION;
        }
    }

    private final Transaction transaction;
    private final Map<String, Track> tracks = new LinkedHashMap<>();
    private final Map<String, Integer> liveChildren = new HashMap<>();
    private final boolean contradictory;

    private TransactionPlan(Transaction transaction) {
        this.transaction = transaction;
        this.contradictory = !transaction.ops().stream().allMatch(this::fold);
    }

    public static TransactionPlan of(Transaction transaction) {
        return new TransactionPlan(transaction);
    }

    public Transaction transaction() {
        return transaction;
    }

    /** Returns whether the transaction fails in every state of the registry. In that case only the conditions are meaningful. */
    public boolean isContradictory() {
        return contradictory;
    }

    /** Returns the conditions, at most one for each path. */
    public List<Condition> conditions() {
        return tracks.entrySet().stream()
                .map(entry -> {
                    Track track = entry.getValue();
                    return new Condition(
                            entry.getKey(), track.presence, track.versionBefore, track.persistent, track.childless);
                })
                .toList();
    }

    /** Returns the nodes that exist before the transaction and that it deletes, including those that it recreates. */
    public List<String> deletions() {
        return tracks.entrySet().stream()
                .filter(entry -> entry.getValue().removed)
                .map(Map.Entry::getKey)
                .toList();
    }

    public List<Update> updates() {
        List<Update> result = new ArrayList<>();
        tracks.forEach((path, track) -> {
            if (track.exists && !track.created && track.increments > 0) {
                result.add(new Update(path, track.increments, track.data));
            }
        });
        return result;
    }

    /** Returns the created nodes, in no particular order. */
    public List<Creation> creations() {
        List<Creation> result = new ArrayList<>();
        tracks.forEach((path, track) -> {
            if (track.exists && track.created) {
                result.add(new Creation(path, track.increments, track.bound, track.data));
            }
        });
        return result;
    }

    /** Returns all changed paths, in the order of the first step on each. */
    public List<Change> changes() {
        List<Change> result = new ArrayList<>();
        tracks.forEach((path, track) -> {
            if (track.removed || track.created) {
                result.add(new Change(path, true));
            } else if (track.increments > 0) {
                result.add(new Change(path, false));
            }
        });
        return result;
    }

    /**
     * Returns the version that the node of each step has after the transaction.
     *
     * @param updated the new version of each of the {@link #updates()}
     */
    public List<Integer> versions(Map<String, Integer> updated) {
        return transaction.ops().stream()
                .map(op -> {
                    Track track = tracks.get(op.path());
                    boolean writes = op instanceof Create || op instanceof Set;
                    if (!writes || !track.exists) {
                        return Integer.valueOf(-1);
                    }
                    return track.created ? Integer.valueOf(track.increments) : updated.get(op.path());
                })
                .toList();
    }

    /** Folds one step; returns false if it contradicts the previous steps. */
    private boolean fold(Op op) {
        if (op instanceof Create create) {
            return foldCreate(create);
        }
        Track track = track(op.path());
        if (op instanceof Delete) {
            track.childless = true;
        }
        if (!requirePresent(op.path(), track)) {
            return false;
        }
        int version = op instanceof Check check
                ? check.version()
                : op instanceof Set set ? set.version() : ((Delete) op).version();
        if (track.differs(version)) {
            return false;
        }
        if (op instanceof Set set) {
            track.increments++;
            track.data = set.data();
        }
        return !(op instanceof Delete) || foldDelete(op.path(), track);
    }

    private boolean foldCreate(Create create) {
        String path = create.path();
        Track track = track(path);
        if (path.equals("/")) {
            return false;
        }
        String parentPath = parent(path);
        Track parent = track(parentPath);
        if (track.exists) {
            return false;
        }
        if (!requirePresent(parentPath, parent)) {
            return false;
        }
        if (parent.created && parent.bound) {
            return false;
        }
        // Only the registry knows whether a node that existed before is bound.
        parent.persistent |= !parent.created;
        if (track.presence == Presence.EITHER) {
            track.presence = Presence.ABSENT;
        }
        track.exists = true;
        track.created = true;
        track.bound = create.mode() == Mode.BOUND;
        track.increments = 0;
        track.data = create.data();
        liveChildren.merge(parentPath, 1, Integer::sum);
        return true;
    }

    private boolean foldDelete(String path, Track track) {
        if (path.equals("/") || liveChildren.getOrDefault(path, 0) > 0) {
            return false;
        }
        track.removed |= !track.created;
        track.exists = false;
        track.increments = 0;
        liveChildren.merge(parent(path), -1, Integer::sum);
        return true;
    }

    private boolean requirePresent(String path, Track track) {
        if (track.presence != Presence.EITHER) {
            return track.exists;
        }
        // A node whose ancestor did not exist or was deleted cannot exist.
        for (String at = path; !at.equals("/"); ) {
            at = parent(at);
            Track ancestor = tracks.get(at);
            if (ancestor != null && (ancestor.presence == Presence.ABSENT || ancestor.removed)) {
                return false;
            }
        }
        track.presence = Presence.PRESENT;
        track.exists = true;
        if (!path.equals("/")) {
            liveChildren.merge(parent(path), 1, Integer::sum);
        }
        return true;
    }

    private Track track(String path) {
        return tracks.computeIfAbsent(path, absent -> new Track());
    }

    /**
     * Determines the first step that fails.
     *
     * @param before consistent state in the registry of the existing nodes among the paths of all conditions
     * @return the first step that fails; empty if all steps succeed
     */
    public Optional<Conflict> conflict(Map<String, Before> before) {
        Replay replay = new Replay(before);
        List<Op> ops = transaction.ops();
        for (int i = 0; i < ops.size() && tracks.containsKey(ops.get(i).path()); i++) {
            Reason obstacle = replay.obstacle(ops.get(i));
            if (obstacle != null) {
                return Optional.of(new Conflict(i, ops.get(i), obstacle));
            }
        }
        return Optional.empty();
    }

    /** Executes the steps one after the other on the affected nodes. */
    private static final class Replay {

        private final Map<String, Before> nodes;
        private final Map<String, Integer> children = new HashMap<>();

        Replay(Map<String, Before> before) {
            nodes = new HashMap<>(before);
            before.keySet().stream()
                    .filter(path -> !path.equals("/"))
                    .forEach(path -> children.merge(parent(path), 1, Integer::sum));
        }

        /** Executes a step; returns null, or the reason if the step fails. */
        Reason obstacle(Op op) {
            if (op instanceof Create create) {
                return create(create);
            }
            Before node = nodes.get(op.path());
            if (node == null) {
                return Reason.MISSING;
            }
            int version = op instanceof Check check
                    ? check.version()
                    : op instanceof Set set ? set.version() : ((Delete) op).version();
            if (version != ANY_VERSION && version != node.version) {
                return Reason.VERSION;
            }
            if (op instanceof Set) {
                nodes.put(op.path(), new Before(node.version + 1, node.bound, node.otherChildren));
            } else if (op instanceof Delete) {
                return delete(op.path(), node);
            }
            return null;
        }

        private Reason create(Create create) {
            if (nodes.containsKey(create.path())) {
                return Reason.EXISTS;
            }
            String parentPath = parent(create.path());
            Before parent = nodes.get(parentPath);
            if (parent == null) {
                return Reason.MISSING;
            }
            if (parent.bound) {
                return Reason.PARENT_IS_BOUND;
            }
            nodes.put(create.path(), new Before(0, create.mode() == Mode.BOUND, false));
            children.merge(parentPath, 1, Integer::sum);
            return null;
        }

        private Reason delete(String path, Before node) {
            if (path.equals("/") || node.otherChildren || children.getOrDefault(path, 0) > 0) {
                return Reason.HAS_CHILDREN;
            }
            nodes.remove(path);
            children.merge(parent(path), -1, Integer::sum);
            return null;
        }
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
