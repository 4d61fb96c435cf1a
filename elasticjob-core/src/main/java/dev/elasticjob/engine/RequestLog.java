package dev.elasticjob.engine;

import dev.elasticjob.registry.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last requests for runs, by the nonces of the transactions that made them: data of {@link JobTree#triggers()}. Whoever
 * asked and got no answer sees here whether it did: the request itself may be served and forgotten by then.
 */
record RequestLog(List<String> nonces) {

    /** Every request sets the node, so its version tells when one may have been dropped from the log. */
    static final int KEPT = 32;

    RequestLog {
        nonces = List.copyOf(nonces);
    }

    /** A request whose answer was not heard, and the node of the log as it was before. */
    record Attempt(String nonce, Optional<Node> before, int total) {

        /** Whether it was made; empty when so much has happened since that nobody can tell. */
        Optional<Boolean> wasMade(Optional<Node> log) {
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
                // It was deleted since, and the request with it, or it was served before that.
                return Optional.empty();
            }
            // Whoever made it anew may have made the first request as well.
            int requestsSince = now.version() - (sameNode ? before.get().version() : -1);
            return requestsSince <= KEPT ? Optional.of(false) : Optional.empty();
        }
    }

    static RequestLog decode(String text) {
        return new RequestLog(text.isEmpty() ? List.of() : List.of(text.split(" ")));
    }

    RequestLog plus(String nonce) {
        List<String> more = new ArrayList<>(nonces);
        more.add(nonce);
        return new RequestLog(more.subList(Math.max(0, more.size() - KEPT), more.size()));
    }

    String encode() {
        return String.join(" ", nonces);
    }
}
