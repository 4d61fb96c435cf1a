package dev.elasticjob.registry;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Set of nodes and lists of children to read. Without {@link #synced()}, the result may lag behind commits of other sessions, but never
 * behind commits of the same session or behind earlier reads. No part of it is older than a commit of the session whose result was
 * delivered before the read's result, regardless of the size of the request. If nodes change during the read, nodes are not older than
 * lists.
 */
public final class ReadRequest {

    private final Set<String> nodes;
    private final Set<String> children;
    private final boolean synced;

    private ReadRequest(Set<String> nodes, Set<String> children, boolean synced) {
        this.nodes = nodes;
        this.children = children;
        this.synced = synced;
    }

    public static ReadRequest empty() {
        return new ReadRequest(Set.of(), Set.of(), false);
    }

    public static ReadRequest of(String... nodes) {
        return empty().nodes(List.of(nodes));
    }

    /**
     * Adds nodes to read.
     *
     * @param paths paths of the nodes
     */
    public ReadRequest nodes(Iterable<String> paths) {
        return new ReadRequest(with(nodes, paths), children, synced);
    }

    public ReadRequest node(String path) {
        return nodes(Set.of(path));
    }

    /**
     * Adds nodes whose lists of children are read.
     *
     * @param paths paths of the nodes
     */
    public ReadRequest children(Iterable<String> paths) {
        return new ReadRequest(nodes, with(children, paths), synced);
    }

    public ReadRequest children(String path) {
        return children(Set.of(path));
    }

    /** Requests that the result includes at least everything that any session committed before the read was called. */
    public ReadRequest synced() {
        return new ReadRequest(nodes, children, true);
    }

    public Set<String> nodePaths() {
        return nodes;
    }

    public Set<String> childrenPaths() {
        return children;
    }

    public boolean isSynced() {
        return synced;
    }

    private static Set<String> with(Set<String> before, Iterable<String> added) {
        Set<String> all = new LinkedHashSet<>(before);
        added.forEach(path -> all.add(Paths.check(path)));
        return java.util.Collections.unmodifiableSet(all);
    }

    @Override
    public String toString() {
        return "read" + (synced ? " synced " : " ") + nodes + " children of " + children;
    }
}
