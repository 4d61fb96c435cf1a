package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.FOLLOWING_START_RECORDS_PREVIOUS_END;
import static dev.elasticjob.engine.rule.Rule.PREVIOUS_RUN_IS_KEPT;
import static dev.elasticjob.engine.rule.Rule.UNKNOWN_FOLLOWING_START_IS_SETTLED_BY_RECORD;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.requests.RequestedRuns;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import java.util.Optional;

/**
 * Runs that the application requests as soon as the one before has ended. The start of such a run also records the end of the
 * previous one, and the mark of the item stays: one transaction for each run, with one change for each item.
 */
public final class BackToBackRuns {

    private final JobContext job;
    private final OwedFires fires;
    private final RequestedRuns requestedRuns;

    public BackToBackRuns(JobContext job, OwedFires fires, RequestedRuns requestedRuns) {
        this.job = job;
        this.fires = fires;
        this.requestedRuns = requestedRuns;
    }

    /** Returns whether the next run may record the end of this one: only the record of its item is to be changed then. */
    boolean canBeFollowed(LocalRun last) {
        if (!last.isToBeRecorded()
                || job.view().epoch().filter(Epoch::monitorExecution).isEmpty()
                || last.isFailedOver()
                || !last.isComplete()
                || last.nextTryAt().isPresent()
                || !job.view().isItemFresh(last.item())
                || !job.isMarkedHere(last.item())) {
            return false;
        }
        RunRecord record = job.view().record(last.item());
        return record.isStarted()
                && record.hasNonce(last.run().nonce())
                && fires.fellDueDuring(last).isEmpty()
                && !job.config().getJobShardingStrategyType().equals(SingleShardingBalanceJobShardingStrategy.TYPE);
    }

    /** Returns the record of an item, with the end of the previous run that the next one follows. */
    RunRecord recordBefore(int item, Optional<LocalRun> last) {
        RunRecord record = fires.record(item);
        return last.filter(run -> FOLLOWING_START_RECORDS_PREVIOUS_END.holds())
                .map(run -> record.ended(run.recordedEnd().orElseThrow(), Optional.empty(), run.token()))
                .orElse(record);
    }

    /** The start is known to be committed, and with it the end of the previous run. */
    void committed(LocalRun run) {
        run.previous().ifPresent(last -> job.effects().recorded(last, last.end()));
        run.follow(Optional.empty());
    }

    /** The start is known not to be committed, so that the end of the previous run is still to be recorded. */
    void notCommitted(LocalRun run) {
        run.previous()
                .filter(last -> PREVIOUS_RUN_IS_KEPT.holds())
                .ifPresentOrElse(last -> job.runs().put(last), () -> job.runs().remove(run.item()));
    }

    /** Settles starts of unknown outcome by their nonce, or by the token of the previous run. */
    void settleUnknown() {
        for (LocalRun run : job.runs().copy()) {
            if (run.previous().isEmpty() || run.isCommitting() || !job.view().isItemFresh(run.item())) {
                continue;
            }
            RunRecord record = job.view().record(run.item());
            if (!UNKNOWN_FOLLOWING_START_IS_SETTLED_BY_RECORD.holds()
                    || record.hasNonce(run.run().nonce())
                    || record.completedToken() == run.previous().get().token()) {
                committed(run);
            } else {
                notCommitted(run);
                if (run.run().session() == job.session().id()) {
                    requestedRuns.notStarted(run);
                }
            }
        }
    }
}
