package dev.elasticjob.registry.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records which nodes are bound to which session, and the total length of their paths. */
final class BoundNodes {

    private static final class OfSession {
        // In the order of creation, so that the end of a session is deterministic and does not depend on hash codes.
        private final Set<TreeNode> nodes = new LinkedHashSet<>();
        private long pathBytes;
    }

    private final Map<Long, OfSession> sessions = new HashMap<>();

    void add(TreeNode node) {
        OfSession bound = sessions.computeIfAbsent(node.owner, session -> new OfSession());
        bound.nodes.add(node);
        bound.pathBytes += node.pathBytes;
    }

    void remove(TreeNode node) {
        OfSession bound = sessions.get(node.owner);
        bound.nodes.remove(node);
        bound.pathBytes -= node.pathBytes;
        if (bound.nodes.isEmpty()) {
            sessions.remove(node.owner);
        }
    }

    long pathBytes(long session) {
        OfSession bound = sessions.get(session);
        return bound == null ? 0 : bound.pathBytes;
    }

    List<TreeNode> of(long session) {
        OfSession bound = sessions.get(session);
        return bound == null ? List.of() : new ArrayList<>(bound.nodes);
    }
}
