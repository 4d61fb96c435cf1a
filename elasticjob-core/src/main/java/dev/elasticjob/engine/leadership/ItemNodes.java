package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.ITEM_CREATION_IS_SPLIT;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.ItemGeneration;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** The nodes of items, which the leader creates before, or together with, the first epoch of a total. */
final class ItemNodes {

    private static final int CREATED_TOGETHER = 500;

    private final JobContext job;

    ItemNodes(JobContext job) {
        this.job = job;
    }

    /** Returns whether the epoch can be published now: no more nodes are missing than fit into its transaction. */
    boolean createMissing(Optional<Epoch> before, int total) {
        if (before.isPresent() && before.get().total() == total) {
            return true;
        }
        job.view().wantItemList(true);
        if (!job.view().isItemListFresh()) {
            return false;
        }
        List<Integer> missing = missing(total);
        int together = createdTogether(total, before);
        if (missing.size() <= together || !ITEM_CREATION_IS_SPLIT.holds()) {
            return true;
        }
        Transaction.Builder transaction =
                Transaction.builder().checkExists(job.tree().config());
        renewGeneration(transaction, before);
        missing.stream().limit(together).forEach(item -> add(transaction, item, before));
        job.commits().send(Slot.MEMBER, "create items", transaction);
        return false;
    }

    /**
     * Adds the missing items of an epoch to the transaction that publishes it.
     *
     * @return whether these are all items of the epoch, so that their owners are published too
     */
    boolean addMissing(Transaction.Builder transaction, Epoch next, Optional<Epoch> before) {
        List<Integer> missing = missing(next.total());
        if (!missing.isEmpty()) {
            renewGeneration(transaction, before);
        }
        for (int item : missing) {
            add(transaction, item, before);
            transaction.create(job.tree().owner(item), next.owner(item).orElse(""), Mode.PERSISTENT);
        }
        return missing.size() == next.total();
    }

    /** The first items of a job have the generation that its first instance created. */
    private void renewGeneration(Transaction.Builder transaction, Optional<Epoch> before) {
        if (before.isPresent() || !job.view().itemNodes().isEmpty()) {
            ItemGeneration.renew(transaction, job);
        } else {
            ItemGeneration.check(transaction, job);
        }
    }

    /** Returns how many items fit into one transaction, together with an epoch. */
    private int createdTogether(int total, Optional<Epoch> before) {
        Transaction.Builder one = Transaction.builder();
        add(one, total, before);
        one.create(job.tree().owner(total), job.id(), Mode.PERSISTENT);
        return Math.max(1, Math.min(CREATED_TOGETHER, job.commits().roomFor(Slot.MEMBER) / 2 / one.bytes()));
    }

    private List<Integer> missing(int total) {
        SortedSet<Integer> existing = job.view().itemNodes();
        List<Integer> missing = new ArrayList<>();
        for (int item = 0; item < total; item++) {
            if (!existing.contains(item)) {
                missing.add(item);
            }
        }
        return missing;
    }

    /** An item that is created by a change of the total owes nothing from before that change: it may have existed already. */
    private void add(Transaction.Builder transaction, int item, Optional<Epoch> before) {
        String text = before.isEmpty()
                ? ""
                : RunRecord.since(job.view().config().orElseThrow().modifiedAt())
                        .encode();
        transaction.create(job.tree().item(item), text, Mode.PERSISTENT);
    }
}
