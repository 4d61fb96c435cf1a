package dev.elasticjob.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Outcome of a read. */
public sealed interface ReadResult {

    /** The result of a read. Its parts may reflect different moments: the transaction that relies on several of them must check them. */
    record Snapshot(Map<String, Node> nodes, Map<String, List<String>> childNames) implements ReadResult {

        public Snapshot {
            nodes = Map.copyOf(nodes);
            childNames = Map.copyOf(childNames);
        }

        /** Returns the node at a path; empty if there is none. */
        public Optional<Node> node(String path) {
            return Optional.ofNullable(nodes.get(path));
        }

        /** Returns the names of the node's children in ascending order; empty also if the node does not exist. */
        public List<String> children(String path) {
            return childNames.getOrDefault(path, List.of());
        }
    }

    /**
     * The read failed.
     *
     * @param reason cause of the failure
     * @param sessionOver whether the session has ended, so that every further read fails
     */
    record Failed(String reason, boolean sessionOver) implements ReadResult {}
}
