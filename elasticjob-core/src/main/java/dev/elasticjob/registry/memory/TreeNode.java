package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.Node;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/** Mutable node. The immutable copy for readers is created once and kept until the next change. */
final class TreeNode {

    final String path;
    final TreeNode parent;
    final long owner;
    final long created;
    /** Path length that a bound node uses of its session's limit. */
    final int pathBytes;

    private byte[] data;
    private int version;
    private long modified;
    private Instant modifiedAt;
    private TreeSet<String> children;
    private Node view;
    private List<String> childNames = List.of();

    TreeNode(String path, TreeNode parent, long owner, long number, Instant now, byte[] data) {
        this.path = path;
        this.parent = parent;
        this.owner = owner;
        this.created = number;
        this.pathBytes = isBound() ? path.getBytes(StandardCharsets.UTF_8).length : 0;
        write(data, 0, number, now);
    }

    byte[] data() {
        return data;
    }

    int version() {
        return version;
    }

    long modified() {
        return modified;
    }

    Instant modifiedAt() {
        return modifiedAt;
    }

    void write(byte[] newData, int newVersion, long number, Instant time) {
        data = newData;
        version = newVersion;
        modified = number;
        modifiedAt = time;
        view = null;
    }

    Node view() {
        if (view == null) {
            view = new Node(path, data, version, created, modified, modifiedAt, owner);
        }
        return view;
    }

    boolean isBound() {
        return owner != Node.NO_OWNER;
    }

    boolean hasChildren() {
        return children != null && !children.isEmpty();
    }

    List<String> childNames() {
        if (childNames == null) {
            childNames = List.copyOf(children);
        }
        return childNames;
    }

    void attachToParent() {
        if (parent.children == null) {
            parent.children = new TreeSet<>();
        }
        parent.children.add(name());
        parent.childNames = null;
    }

    void detachFromParent() {
        parent.children.remove(name());
        parent.childNames = null;
    }

    private String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
