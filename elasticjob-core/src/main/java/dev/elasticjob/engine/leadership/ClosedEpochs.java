package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.CLOSED_EPOCH_WAITS_FOR_RUNS;
import static dev.elasticjob.engine.rule.Rule.CLOSED_EPOCH_WATCHES_RUNS;
import static dev.elasticjob.engine.rule.Rule.LEADER_WAITS_FOR_ACKNOWLEDGEMENTS;
import static dev.elasticjob.engine.rule.Rule.MARKS_ARE_READ_AFTER_CLOSING;
import static dev.elasticjob.engine.rule.Rule.TOTAL_CHANGES_IN_CLOSED_EPOCH;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.items.ItemStatus;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.engine.view.RunRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * A change of the total, or monitoring switched on: items of different totals never run together, and runs without marks
 * never run together with others. The leader closes the epoch, which prevents starts, and waits until every run has ended;
 * only then it publishes an open epoch.
 */
final class ClosedEpochs {

    private final JobContext job;
    private final ItemStatus status;
    private long scannedEpoch = -1;
    private Optional<Duration> closedSince = Optional.empty();

    ClosedEpochs(JobContext job, ItemStatus status) {
        this.job = job;
        this.status = status;
    }

    /** This instance does not lead. */
    void forgetAsFollower() {
        scannedEpoch = -1;
    }

    /** Returns whether the configuration demands that this epoch is closed before the next one opens. */
    boolean mustClose(Epoch epoch) {
        return TOTAL_CHANGES_IN_CLOSED_EPOCH.holds()
                && (epoch.total() != job.config().getShardingTotalCount()
                        || !epoch.monitorExecution() && job.config().isMonitorExecution());
    }

    /** Returns whether runs of a closed epoch may be in progress, and watches or reports what it waits for. */
    boolean waitForRuns(Epoch closed) {
        return CLOSED_EPOCH_WAITS_FOR_RUNS.holds() && (!isAcknowledgedByAll(closed) || isAnyRunning(closed));
    }

    /** Returns whether every member has marked its runs that had no marks. */
    private boolean isAcknowledgedByAll(Epoch closed) {
        return closed.monitorExecution()
                || !LEADER_WAITS_FOR_ACKNOWLEDGEMENTS.holds()
                || job.view().instances().stream()
                        .map(JobView::name)
                        .filter(JobView::isOfThisEngine)
                        .allMatch(id -> job.view().isAcknowledgedBy(id, closed));
    }

    private boolean isAnyRunning(Epoch closed) {
        if (scannedEpoch != closed.number()) {
            scannedEpoch = closed.number();
            closedSince = Optional.of(job.effects().elapsed());
            if (MARKS_ARE_READ_AFTER_CLOSING.holds()) {
                job.view().invalidateItems(closed.items());
                return true;
            }
        }
        for (int item = 0; item < closed.total(); item++) {
            Optional<String> busy = status.busy(item);
            if (busy.isPresent()) {
                if (CLOSED_EPOCH_WATCHES_RUNS.holds()) {
                    job.needs().watch(busy.get());
                }
                reportDelay(item);
                return true;
            }
        }
        job.reports().clear("held back");
        return false;
    }

    private void reportDelay(int item) {
        Duration reportAt =
                closedSince.orElse(job.effects().elapsed()).plus(job.settings().heldBackReport());
        if (job.needs().hasComeOrWake(reportAt)) {
            String instance =
                    job.view().record(item).run().map(RunRecord.Run::instanceId).orElse("");
            job.reports()
                    .report(
                            "held back",
                            "The change of " + change() + " waits for item " + item + ", which runs on " + instance);
        }
    }

    private String change() {
        int total = job.config().getShardingTotalCount();
        return job.view().epoch().filter(epoch -> epoch.total() == total).isPresent()
                ? "monitorExecution to true"
                : "shardingTotalCount to " + total;
    }
}
