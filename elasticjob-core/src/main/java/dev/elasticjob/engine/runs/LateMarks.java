package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.RUN_OF_REMOVED_JOB_IS_MARKED;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.view.Epoch;
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
public final class LateMarks {

    private final JobContext job;
    private long seenEpoch = -1;

    public LateMarks(JobContext job) {
        this.job = job;
    }

    /** Creates the marks that are missing, on a member or on an instance that leaves. */
    public void create() {
        Optional<Epoch> epoch = job.view().epoch();
        if (epoch.isEmpty()
                || job.view().config().isEmpty()
                || job.runs().isEmpty() && !isToBeAcknowledged(epoch.get())) {
            return;
        }
        boolean leaving = job.phase() == Phase.LEAVING;
        if (leaving && readItemsOfNewEpoch()) {
            return;
        }
        boolean wanted = leaving || epoch.get().monitorExecution() || isToBeAcknowledged(epoch.get());
        if (!wanted || !job.commits().isFree(Slot.FINISH)) {
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

    /** Reads the items of a job that was registered again: they appear with its first epoch. */
    private boolean readItemsOfNewEpoch() {
        long modified = job.view().epochNode().orElseThrow().modified();
        if (modified == seenEpoch) {
            return false;
        }
        seenEpoch = modified;
        job.view().invalidateItems(job.runs().items());
        job.needs().wakeNow();
        return true;
    }

    private void send(Transaction.Builder transaction, List<LocalRun> marked) {
        for (LocalRun run : marked) {
            run.committing();
            run.markLate();
        }
        Transaction.Builder checked =
                Transaction.builder().checkExists(job.tree().config()).addAll(transaction);
        job.commits()
                .send(
                        Slot.FINISH,
                        "mark runs in progress",
                        checked.build(),
                        result -> marked.forEach(run -> {
                            run.answered();
                            job.view().invalidateItem(run.item());
                        }));
    }

    /** Returns whether marks were sent and are not acknowledged: an instance leaves after that. */
    public boolean areBeingCommitted() {
        return job.runs().any(run -> run.isMarkedLate() && run.isCommitting());
    }

    /** Returns whether every run of this instance has its mark, once the transaction is committed. */
    private boolean addMarks(Transaction.Builder transaction, List<LocalRun> marked) {
        boolean complete = true;
        for (LocalRun run : job.runs().all()) {
            if (!run.isMonitored() && run.isStarting()) {
                // It may begin as soon as its request is taken.
                complete = false;
            }
            if (!run.isRunning() || hasMarkOfItsOwn(run)) {
                continue;
            }
            Optional<Node> mark = job.view().running(run.item());
            if (!job.view().isItemFresh(run.item())
                    || mark.isPresent() && mark.get().owner() != job.session().id()
                    || transaction.bytes() > job.commits().roomFor(Slot.FINISH)) {
                job.needs().watch(job.tree().running(run.item()));
                complete = false;
            } else if (mark.isEmpty() && job.view().itemNode(run.item()).isPresent()) {
                transaction.create(job.tree().running(run.item()), job.id(), Mode.BOUND);
                marked.add(run);
            }
        }
        return complete;
    }

    /** Returns whether the start of the run created its mark, and the job was not removed since. */
    private boolean hasMarkOfItsOwn(LocalRun run) {
        boolean leaving = job.phase() == Phase.LEAVING;
        return run.isMonitored() && !leaving || leaving && !RUN_OF_REMOVED_JOB_IS_MARKED.holds();
    }

    private boolean isToBeAcknowledged(Epoch epoch) {
        return job.isMember() && epoch.needsAcknowledgement() && !job.view().isAcknowledgedBy(job.id(), epoch);
    }

    private void addAcknowledgement(Transaction.Builder transaction, Epoch epoch) {
        transaction.check(job.tree().epoch(), job.epochVersion());
        if (!job.view().exists(job.tree().acknowledgements())) {
            transaction.create(job.tree().acknowledgements(), "", Mode.PERSISTENT);
        }
        String path = job.tree().acknowledgement(job.id());
        Optional<Node> node = job.view().node(path);
        if (node.isPresent()) {
            transaction.set(path, epoch.nonce(), node.get().version());
        } else {
            transaction.create(path, epoch.nonce(), Mode.BOUND);
        }
    }
}
