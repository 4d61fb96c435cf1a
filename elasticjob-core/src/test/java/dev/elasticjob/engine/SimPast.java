package dev.elasticjob.engine;

import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Earlier content of the registry, as a server returns it that has not received the latest changes. */
final class SimPast {

    private final SimWorld world;
    private final Map<String, NavigableMap<Long, Optional<Node>>> versions = new HashMap<>();

    SimPast(SimWorld world) {
        this.world = world;
    }

    void changed(String path) {
        versions.computeIfAbsent(path, key -> new TreeMap<>()).put(world.tree.number(), world.tree.node(path));
    }

    /** A change of a node by this commit. */
    record Change(long number, String path) {}

    /** Returns the changes made after this commit, in order. */
    List<Change> changesAfter(long number) {
        List<Change> changes = new ArrayList<>();
        versions.forEach((path, known) ->
                known.tailMap(number, false).keySet().forEach(each -> changes.add(new Change(each, path))));
        changes.sort(Comparator.comparingLong(Change::number).thenComparing(Change::path));
        return changes;
    }

    private Optional<Node> node(String path, long number) {
        NavigableMap<Long, Optional<Node>> known = versions.get(path);
        Map.Entry<Long, Optional<Node>> entry = known == null ? null : known.floorEntry(number);
        return entry == null ? Optional.empty() : entry.getValue();
    }

    /** What was there after this commit. */
    Snapshot read(ReadRequest request, long number) {
        Map<String, Node> nodes = new HashMap<>();
        for (String path : request.nodePaths()) {
            node(path, number).ifPresent(node -> nodes.put(path, node));
        }
        Map<String, List<String>> children = new HashMap<>();
        for (String path : request.childrenPaths()) {
            if (node(path, number).isPresent()) {
                children.put(path, children(path, number));
            }
        }
        return new Snapshot(nodes, children);
    }

    private List<String> children(String parent, long number) {
        TreeSet<String> names = new TreeSet<>();
        String prefix = parent + "/";
        for (String path : versions.keySet()) {
            if (path.startsWith(prefix)
                    && path.indexOf('/', prefix.length()) < 0
                    && node(path, number).isPresent()) {
                names.add(path.substring(prefix.length()));
            }
        }
        return new ArrayList<>(names);
    }
}
