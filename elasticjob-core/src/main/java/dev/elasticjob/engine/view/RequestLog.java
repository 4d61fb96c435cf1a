package dev.elasticjob.engine.view;

import dev.elasticjob.registry.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last run requests, by the nonces of the transactions that made them: data of {@link JobTree#triggers()}. A requester
 * that received no answer finds out here whether its request was made, even if it has been served in the meantime.
 */
public record RequestLog(List<String> nonces) {

    /** Every request sets the node, so that its version shows whether a request may have been dropped from the log. */
    public static final int KEPT = 32;

    public RequestLog {
        nonces = List.copyOf(nonces);
    }

    /** A request of unknown outcome, and the node of the log as it was before. */
    public record Attempt(String nonce, Optional<Node> before, int total) {

        /** Returns whether the request was made; empty if too many requests followed to determine it. */
        public Optional<Boolean> wasMade(Optional<Node> log) {
            if (log.isEmpty()) {
                return before.isEmpty() ? Optional.of(false) : Optional.empty();
            }
            Node now = log.get();
            if (decode(now.text()).nonces.contains(nonce)) {
                return Optional.of(true);
            }
            boolean sameNode =
                    before.filter(node -> node.created() == now.created()).isPresent();
            if (before.isPresent() && !sameNode) {
                // The folder was deleted since, and the request with it, or the request was served before that.
                return Optional.empty();
            }
            // The log may have been created again with a first request in it.
            int requestsSince = now.version() - (sameNode ? before.get().version() : -1);
            return requestsSince <= KEPT ? Optional.of(false) : Optional.empty();
        }
    }

    public static RequestLog decode(String text) {
        return new RequestLog(text.isEmpty() ? List.of() : List.of(text.split(" ")));
    }

    public RequestLog plus(String nonce) {
        List<String> more = new ArrayList<>(nonces);
        more.add(nonce);
        return new RequestLog(more.subList(Math.max(0, more.size() - KEPT), more.size()));
    }

    public String encode() {
        return String.join(" ", nonces);
    }
}
