package dev.elasticjob.config;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What other tools wrote into a {@code config} node and this engine has no use for, and how they spell what both know.
 * It is kept as the parser saw it, tags and all, and never looked into.
 */
public final class ForeignEntries {

    private static final ForeignEntries NONE = new ForeignEntries(Map.of(), false, Optional.empty());

    private final Map<String, Node> entries;
    private final boolean olderThreadType;
    private final Optional<MappingNode> legacy;

    /** @param legacy the whole node, if it is in the format of 2.x */
    ForeignEntries(Map<String, Node> entries, boolean olderThreadType, Optional<MappingNode> legacy) {
        this.entries = Collections.unmodifiableMap(new TreeMap<>(entries));
        this.olderThreadType = olderThreadType;
        this.legacy = legacy;
    }

    /** For a node that is not there yet. */
    public static ForeignEntries none() {
        return NONE;
    }

    /** The keys, in alphabetical order. */
    public Set<String> keys() {
        return entries.keySet();
    }

    Map<String, Node> entries() {
        return entries;
    }

    /** Whether the node's readers know {@link Setting#OLDER_THREAD_TYPE} and would fail on the newer key. */
    boolean olderThreadType() {
        return olderThreadType;
    }

    /** Returns the same entries for a node that is converted from the format of 2.x to YAML. */
    public ForeignEntries inYaml() {
        return new ForeignEntries(entries, olderThreadType, Optional.empty());
    }

    /** Returns the whole node if it is in the format of 2.x, which is kept. */
    Optional<MappingNode> legacy() {
        return legacy;
    }

    @Override
    public String toString() {
        return List.copyOf(keys()).toString();
    }
}
