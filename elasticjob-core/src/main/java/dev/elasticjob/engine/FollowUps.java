package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.FOLLOWING_START_RECORDS_PREVIOUS_END;
import static dev.elasticjob.engine.Rule.PREVIOUS_RUN_IS_KEPT;
import static dev.elasticjob.engine.Rule.UNKNOWN_FOLLOWING_START_IS_SETTLED_BY_RECORD;

import dev.elasticjob.engine.LocalRun.Outcome;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import java.util.List;
import java.util.Optional;

/**
 * Runs that the application wants as soon as the one before has ended. The start of such a run also records the end of the
 * last one, and the mark of the item stays: one transaction for each run, with one change for each item.
 */
final class FollowUps {

    private final JobMachine job;
    private final StartPlan plan;
    private final Wishes wishes;

    FollowUps(JobMachine job, StartPlan plan, Wishes wishes) {
        this.job = job;
        this.plan = plan;
        this.wishes = wishes;
    }

    /** Whether the next run may record the end of this one: nothing but the record of its item is to be changed then. */
    boolean canFollow(LocalRun last) {
        if (!Finishes.isToBeRecorded(last)
                || job.view.epoch().filter(Epoch::monitorExecution).isEmpty()
                || last.takenOver
                || last.outcome != Outcome.RETURNED && last.outcome != Outcome.THREW
                || !job.view.isItemFresh(last.item)
                || !job.isMarkedByUs(last.item)) {
            return false;
        }
        RunRecord record = job.view.record(last.item);
        return record.isStarted()
                && record.hasNonce(last.run.nonce())
                && plan.fellDueDuring(last).isEmpty()
                && !job.config.getJobShardingStrategyType().equals(SingleShardingBalanceJobShardingStrategy.TYPE);
    }

    /** The record of an item, with the end of what ran last and is to be followed. */
    RunRecord recordBefore(int item, Optional<LocalRun> last) {
        RunRecord record = plan.plausibleRecord(item);
        return last.filter(run -> FOLLOWING_START_RECORDS_PREVIOUS_END.holds())
                .map(run -> record.ended(Finishes.stateOf(run.outcome).orElseThrow(), Optional.empty(), run.token))
                .orElse(record);
    }

    /** The start is known to have happened, and with it the end of the run before. */
    void landed(LocalRun run) {
        run.follows.ifPresent(last -> job.effects.recorded(last, Finishes.endOf(last)));
        run.follows = Optional.empty();
    }

    /** The start is known not to have happened, so the end of the run before is still to be recorded. */
    void notLanded(LocalRun run) {
        run.follows
                .filter(last -> PREVIOUS_RUN_IS_KEPT.holds())
                .ifPresentOrElse(last -> job.runs.put(run.item, last), () -> job.runs.remove(run.item));
    }

    /** What was tried and never answered is recognised by its nonce, or by the token of the run before. */
    void settleUnknown() {
        for (LocalRun run : List.copyOf(job.runs.values())) {
            if (run.follows.isEmpty() || run.committing || !job.view.isItemFresh(run.item)) {
                continue;
            }
            RunRecord record = job.view.record(run.item);
            if (!UNKNOWN_FOLLOWING_START_IS_SETTLED_BY_RECORD.holds()
                    || record.hasNonce(run.run.nonce())
                    || record.completedToken() == run.follows.get().token) {
                landed(run);
            } else {
                notLanded(run);
                if (run.run.session() == job.session) {
                    wishes.notBegun(run);
                }
            }
        }
    }
}
