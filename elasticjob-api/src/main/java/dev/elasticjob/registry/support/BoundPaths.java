package dev.elasticjob.registry.support;

import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Delete;
import dev.elasticjob.registry.Transaction.Mode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Records the paths of the nodes bound to a session, and their total length, which {@link RegistryLimits#boundPathBytes()} limits. */
public final class BoundPaths {

    private final int mostBytes;
    private final int prefixBytes;
    private final Set<String> paths = new HashSet<>();
    private long bytes;
    private long reserved;
    private boolean doubtful;

    /**
     * Creates an empty record.
     *
     * @param mostBytes maximum total length of the paths
     * @param prefixBytes number of bytes by which a path is longer in the registry
     */
    public BoundPaths(int mostBytes, int prefixBytes) {
        this.mostBytes = mostBytes;
        this.prefixBytes = prefixBytes;
    }

    /** Reserves space for the nodes that the transaction binds; {@link #settle} must be called if this method returns true. */
    public synchronized boolean reserve(Transaction transaction) {
        long needed = bound(transaction);
        if (needed == 0) {
            return true;
        }
        if (bytes + reserved + needed - freed(transaction) > mostBytes) {
            return false;
        }
        reserved += needed;
        return true;
    }

    /** Records the outcome of a transaction. After an unknown outcome its nodes count as bound until the next {@link #recount}. */
    public synchronized void settle(Transaction transaction, boolean happened, boolean unknown) {
        reserved -= bound(transaction);
        doubtful |= unknown;
        if (happened || unknown) {
            for (Transaction.Op op : transaction.ops()) {
                if (op instanceof Create create && create.mode() == Mode.BOUND) {
                    add(op.path());
                } else if (op instanceof Delete && happened) {
                    remove(op.path());
                }
            }
        }
    }

    /** Returns whether there were unknown outcomes since the last {@link #recount}. */
    public synchronized boolean isDoubtful() {
        return doubtful;
    }

    /**
     * Replaces the paths with those that the registry returned. The request must have been sent before all transactions that are in
     * progress now.
     */
    public synchronized void recount(Collection<String> registeredPaths) {
        paths.clear();
        bytes = 0;
        registeredPaths.forEach(this::add);
        doubtful = false;
    }

    /** Returns the total length, including reserved space. */
    public synchronized long bytes() {
        return bytes + reserved;
    }

    private long bound(Transaction transaction) {
        return transaction.ops().stream()
                .filter(op -> op instanceof Create create && create.mode() == Mode.BOUND)
                .mapToLong(op -> length(op.path()))
                .sum();
    }

    private long freed(Transaction transaction) {
        return transaction.ops().stream()
                .filter(Delete.class::isInstance)
                .map(op -> op.path())
                .distinct()
                .filter(paths::contains)
                .mapToLong(this::length)
                .sum();
    }

    private void add(String path) {
        if (paths.add(path)) {
            bytes += length(path);
        }
    }

    private void remove(String path) {
        if (paths.remove(path)) {
            bytes -= length(path);
        }
    }

    private int length(String path) {
        return prefixBytes + path.getBytes(StandardCharsets.UTF_8).length;
    }
}
