package dev.elasticjob.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of a read. */
public sealed interface ReadResult {

    /**
     * What was read. The parts of one answer may be of different moments: what must hold together is checked by the
     * transaction that relies on it.
     */
    record Snapshot(Map<String, Node> nodes, Map<String, List<String>> childNames) implements ReadResult {

        public Snapshot {
            nodes = Map.copyOf(nodes);
            childNames = Map.copyOf(childNames);
        }

        /** The node, or nothing when there is none at this path. */
        public Optional<Node> node(String path) {
            return Optional.ofNullable(nodes.get(path));
        }

        /** The names of the node's children in ascending order; empty also when there is no such node. */
        public List<String> children(String path) {
            return childNames.getOrDefault(path, List.of());
        }
    }

    /**
     * Nothing could be read.
     *
     * @param sessionOver whether this session will never read again
     */
    record Failed(String reason, boolean sessionOver) implements ReadResult {}
}
