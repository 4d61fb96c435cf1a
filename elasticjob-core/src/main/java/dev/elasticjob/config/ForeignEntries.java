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
 * Entries of a {@code config} node that other tools wrote and this engine does not use, and the spelling of entries that both use. They
 * are kept unchanged as parsed, including tags, and are never interpreted.
 */
public final class ForeignEntries {

    private static final ForeignEntries NONE = new ForeignEntries(Map.of(), false, Optional.empty());

    private final Map<String, Node> entries;
    private final boolean olderThreadType;
    private final Optional<MappingNode> legacy;

    /**
     * Creates the entries of a node.
     *
     * @param legacy the complete node, if it is in the format of 2.x
     */
    ForeignEntries(Map<String, Node> entries, boolean olderThreadType, Optional<MappingNode> legacy) {
        this.entries = Collections.unmodifiableMap(new TreeMap<>(entries));
        this.olderThreadType = olderThreadType;
        this.legacy = legacy;
    }

    /** Returns the entries for a node that does not exist yet. */
    public static ForeignEntries none() {
        return NONE;
    }

    /** Returns the keys in alphabetical order. */
    public Set<String> keys() {
        return entries.keySet();
    }

    Map<String, Node> entries() {
        return entries;
    }

    /** Returns whether readers of the node know {@link Setting#OLDER_THREAD_TYPE} and would fail on the newer key. */
    boolean olderThreadType() {
        return olderThreadType;
    }

    /** Returns the same entries for a node that is converted from the format of 2.x to YAML. */
    public ForeignEntries inYaml() {
        return new ForeignEntries(entries, olderThreadType, Optional.empty());
    }

    /** Returns the complete node if it is in the format of 2.x, which is kept. */
    Optional<MappingNode> legacy() {
        return legacy;
    }

    @Override
    public String toString() {
        return List.copyOf(keys()).toString();
    }
}
