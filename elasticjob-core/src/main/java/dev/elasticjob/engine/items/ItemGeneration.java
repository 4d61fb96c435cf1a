package dev.elasticjob.engine.items;

import static dev.elasticjob.engine.rule.Rule.ITEM_NODES_HAVE_GENERATION;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;

/**
 * The identity of the item nodes. A transaction that writes an item node checks the version that was read. Versions repeat
 * when nodes are deleted and created again, because the job was removed and registered again, or another program deleted
 * them. Therefore each transaction that creates item nodes again also replaces the node of the generation, and each one that
 * relies on the version of an item node checks that the generation still exists.
 */
public final class ItemGeneration {

    private ItemGeneration() {}

    /** Returns whether the generation is known; while another program has deleted it, no item node can be written. */
    public static boolean isKnown(JobContext job) {
        return !job.view().generations().isEmpty() || !ITEM_NODES_HAVE_GENERATION.holds();
    }

    /** Adds the check that the item nodes are those that were read. */
    public static void check(Transaction.Builder transaction, JobContext job) {
        if (ITEM_NODES_HAVE_GENERATION.holds()) {
            job.view().generations().forEach(transaction::checkExists);
        }
    }

    /** Adds a new generation, which replaces the one before; of two that are added at the same time, one conflicts. */
    public static void renew(Transaction.Builder transaction, JobContext job) {
        job.view()
                .node(job.tree().election())
                .ifPresent(lock -> transaction.set(lock.path(), lock.data(), lock.version()));
        job.view().generations().forEach(each -> transaction.delete(each, Transaction.ANY_VERSION));
        transaction.create(job.tree().generation(job.effects().nonce()), "", Mode.PERSISTENT);
    }
}
