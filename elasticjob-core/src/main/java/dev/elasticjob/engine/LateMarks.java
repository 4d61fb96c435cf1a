package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.RUN_OF_REMOVED_JOB_IS_MARKED;

import dev.elasticjob.engine.JobMachine.Phase;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Marks of runs in progress that have none. Without monitoring a run has no mark, and the removal of a job deletes all of
 * them; other instances then do not know that the item is busy. A mark is created later in three cases:
 *
 * <ul>
 *   <li>An epoch without monitoring is closed, because the total changes or monitoring is switched on. Each member creates
 *       the marks of its runs and an acknowledgement in one transaction. The leader waits for the acknowledgements of all
 *       members, then for the marks.
 *   <li>An instance leaves while it runs items without monitoring.
 *   <li>A job was removed and registered again while this instance still drains runs of the removed one.
 * </ul>
 *
 * The end of such a run deletes its mark and records nothing.
 */
final class LateMarks {

    private final JobMachine job;
    private long seenEpoch = -1;

    LateMarks(JobMachine job) {
        this.job = job;
    }

    /** Creates what is missing, of a member or of an instance that is leaving. */
    void create() {
        Optional<Epoch> epoch = job.view.epoch();
        if (epoch.isEmpty() || job.view.config().isEmpty() || job.runs.isEmpty() && !isToBeAcknowledged(epoch.get())) {
            return;
        }
        if (job.phase == Phase.LEAVING && readItemsOfNewEpoch()) {
            return;
        }
        boolean wanted =
                job.phase == Phase.LEAVING || epoch.get().monitorExecution() || isToBeAcknowledged(epoch.get());
        if (!wanted || !job.isFree(Slot.FINISH)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder();
        List<LocalRun> marked = new ArrayList<>();
        boolean complete = addMarks(transaction, marked);
        if (complete && isToBeAcknowledged(epoch.get())) {
            addAcknowledgement(transaction, epoch.get());
        }
        if (!transaction.isEmpty()) {
            send(transaction, marked);
        }
    }

    /** The items of a job that was registered again appear with its first epoch. */
    private boolean readItemsOfNewEpoch() {
        long modified = job.view.epochNode().orElseThrow().modified();
        if (modified == seenEpoch) {
            return false;
        }
        seenEpoch = modified;
        job.view.itemsStale(job.runs.keySet());
        job.wakeAt(job.effects.elapsed());
        return true;
    }

    private void send(Transaction.Builder transaction, List<LocalRun> marked) {
        for (LocalRun run : marked) {
            run.committing = true;
            run.markedLate = true;
        }
        Transaction.Builder checked = Transaction.builder().checkExists(job.tree.config());
        checked.addAll(transaction);
        job.commit(
                Slot.FINISH,
                "mark runs in progress",
                checked.build(),
                result -> marked.forEach(run -> {
                    run.committing = false;
                    job.view.itemStale(run.item);
                }));
    }

    /** Whether marks were sent and not answered yet: an instance leaves after that. */
    boolean areBeingCommitted() {
        return job.runs.values().stream().anyMatch(run -> run.markedLate && run.committing);
    }

    /** Returns whether every run of this instance has its mark, once the transaction is committed. */
    private boolean addMarks(Transaction.Builder transaction, List<LocalRun> marked) {
        boolean complete = true;
        for (LocalRun run : job.runs.values()) {
            if (!run.monitored && run.phase == LocalRun.Phase.STARTING) {
                // It may begin as soon as its request is taken.
                complete = false;
            }
            if (run.phase != LocalRun.Phase.RUNNING
                    || run.monitored && job.phase != Phase.LEAVING
                    || job.phase == Phase.LEAVING && !RUN_OF_REMOVED_JOB_IS_MARKED.holds()) {
                continue;
            }
            Optional<Node> mark = job.view.running(run.item);
            if (!job.view.isItemFresh(run.item)
                    || mark.isPresent() && mark.get().owner() != job.session
                    || transaction.bytes() > job.roomFor(Slot.FINISH)) {
                job.watch(job.tree.running(run.item));
                complete = false;
            } else if (mark.isEmpty() && job.view.itemNode(run.item).isPresent()) {
                transaction.create(job.tree.running(run.item), job.instance.jobInstanceId(), Mode.BOUND);
                marked.add(run);
            }
        }
        return complete;
    }

    private boolean isToBeAcknowledged(Epoch epoch) {
        return job.phase == Phase.JOINED
                && isAcknowledged(epoch)
                && !job.view.isAcknowledgedBy(job.instance.jobInstanceId(), epoch);
    }

    /** Whether members acknowledge this epoch: only a closed one, and only where runs have no marks. */
    static boolean isAcknowledged(Epoch epoch) {
        return !epoch.open() && !epoch.monitorExecution();
    }

    private void addAcknowledgement(Transaction.Builder transaction, Epoch epoch) {
        transaction.check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        if (!job.view.exists(job.tree.acknowledgements())) {
            transaction.create(job.tree.acknowledgements(), "", Mode.PERSISTENT);
        }
        String path = job.tree.acknowledgement(job.instance.jobInstanceId());
        Optional<Node> node = job.view.node(path);
        if (node.isPresent()) {
            transaction.set(path, epoch.nonce(), node.get().version());
        } else {
            transaction.create(path, epoch.nonce(), Mode.BOUND);
        }
    }
}
