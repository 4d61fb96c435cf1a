package dev.elasticjob.engine.runs;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.sharding.SingleShardingBalanceJobShardingStrategy;
import java.util.Optional;

/** SINGLE_SHARDING_BALANCE: after each run, the only item of the job moves to the next instance. */
public final class ItemRotation {

    private final JobContext job;
    private final Finishes finishes;

    public ItemRotation(JobContext job, Finishes finishes) {
        this.job = job;
        this.finishes = finishes;
    }

    /** Publishes the next epoch after a run has ended. */
    public void rotate() {
        Optional<Epoch> epoch = job.view().epoch();
        boolean wanted = finishes.hasCompletedAny()
                && epoch.isPresent()
                && epoch.get().open()
                && epoch.get().total() == 1
                && epoch.get().members().size() > 1
                && epoch.get().owns(job.id(), 0)
                && job.config().getJobShardingStrategyType().equals(SingleShardingBalanceJobShardingStrategy.TYPE);
        if (!wanted) {
            finishes.forgetCompletion();
            return;
        }
        if (job.commits().isFree(Slot.MEMBER)) {
            finishes.forgetCompletion();
            String next =
                    epoch.get().withItemAtNextMember(job.effects().nonce()).encode();
            job.commits()
                    .send(
                            Slot.MEMBER,
                            "move the item to the next instance",
                            Transaction.builder()
                                    .checkExists(job.tree().config())
                                    .set(job.tree().epoch(), next, job.epochVersion()));
        }
    }
}
