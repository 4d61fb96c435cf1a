package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Delete;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The paths of the nodes bound to a session, and how long they are in sum. When a session ends, a server writes all of them
 * into one record of its log, and cannot read that log again if the record is too large.
 */
final class BoundPaths {

    static final int MOST_BYTES = 512 * 1024;

    private final Namespace namespace;
    private final Set<String> paths = new HashSet<>();
    private long bytes;
    private long reserved;
    private boolean doubtful;

    BoundPaths(Namespace namespace) {
        this.namespace = namespace;
    }

    /** Makes room for what the transaction binds; {@link #settle} must follow, unless there is none. */
    synchronized boolean reserve(Transaction transaction) {
        long needed = bound(transaction);
        if (needed == 0) {
            return true;
        }
        if (bytes + reserved + needed - freed(transaction) > MOST_BYTES) {
            return false;
        }
        reserved += needed;
        return true;
    }

    /** The transaction has had its outcome. What is unknown counts as bound until a recount tells. */
    synchronized void settle(Transaction transaction, boolean happened, boolean unknown) {
        reserved -= bound(transaction);
        doubtful |= unknown;
        if (happened || unknown) {
            for (Transaction.Op op : transaction.ops()) {
                if (op instanceof Create create && create.mode() == Mode.BOUND) {
                    add(namespace.toServer(op.path()));
                } else if (op instanceof Delete && happened) {
                    remove(namespace.toServer(op.path()));
                }
            }
        }
    }

    /** Whether {@link #recount} would tell more than we know. */
    synchronized boolean isDoubtful() {
        return doubtful;
    }

    /** What a server says is bound, in answer to a question that was asked before any transaction now under way. */
    synchronized void recount(Collection<String> serverPaths) {
        paths.clear();
        bytes = 0;
        serverPaths.forEach(this::add);
        doubtful = false;
    }

    synchronized long bytes() {
        return bytes + reserved;
    }

    private long bound(Transaction transaction) {
        return transaction.ops().stream()
                .filter(op -> op instanceof Create create && create.mode() == Mode.BOUND)
                .mapToLong(op -> Namespace.bytes(namespace.toServer(op.path())))
                .sum();
    }

    private long freed(Transaction transaction) {
        return transaction.ops().stream()
                .filter(Delete.class::isInstance)
                .map(op -> namespace.toServer(op.path()))
                .distinct()
                .filter(paths::contains)
                .mapToLong(Namespace::bytes)
                .sum();
    }

    private void add(String serverPath) {
        if (paths.add(serverPath)) {
            bytes += Namespace.bytes(serverPath);
        }
    }

    private void remove(String serverPath) {
        if (paths.remove(serverPath)) {
            bytes -= Namespace.bytes(serverPath);
        }
    }
}
