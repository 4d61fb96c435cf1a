package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Set;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Records large transactions that were in progress when a connection was lost. A server whose limit is lower than the limit of this
 * client drops the connection on such a transaction, with all requests in progress, each time it is repeated. After the second loss the
 * transaction is held back.
 *
 * <p>Two network failures look the same. So a loss is forgotten after a while: a wrong conclusion may delay a transaction, but never
 * blocks it permanently.
 */
final class LostTransactions {

    private static final int SUSPECT_BYTES = 64 * 1024;
    private static final int LOSSES = 2;
    private static final Duration MEMORY = Duration.ofMinutes(10);

    private final LongSupplier nanoTime;
    private final Map<String, Loss> losses = new HashMap<>();

    private record Loss(long bytes, int count, long lastAt) {}

    LostTransactions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized boolean holdsBack(CommitPlan plan) {
        if (plan.bytes() <= SUSPECT_BYTES || losses.isEmpty()) {
            return false;
        }
        forget();
        Loss loss = losses.get(shape(plan.transaction()));
        return loss != null && loss.count >= LOSSES;
    }

    synchronized void lost(CommitPlan plan) {
        if (plan.bytes() > SUSPECT_BYTES) {
            forget();
            losses.merge(
                    shape(plan.transaction()),
                    new Loss(plan.bytes(), 1, nanoTime.getAsLong()),
                    (before, now) -> new Loss(now.bytes, before.count + 1, now.lastAt));
        }
    }

    /** Records an answered transaction: no transaction of at most its size is too large for the server. */
    synchronized void answered(CommitPlan plan) {
        losses.values().removeIf(loss -> loss.bytes <= plan.bytes());
    }

    private void forget() {
        long now = nanoTime.getAsLong();
        losses.values().removeIf(loss -> now - loss.lastAt > MEMORY.toNanos());
    }

    /** Returns the part of a transaction that stays the same when it is repeated with new versions and a new nonce. */
    private static String shape(Transaction transaction) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM must have SHA-256", e);
        }
        for (Transaction.Op op : transaction.ops()) {
            int data =
                    op instanceof Create create ? create.data().length : op instanceof Set set ? set.data().length : 0;
            String step = op.getClass().getSimpleName() + " " + op.path() + " " + data + "\n";
            digest.update(step.getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
