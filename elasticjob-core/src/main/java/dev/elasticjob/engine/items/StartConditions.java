package dev.elasticjob.engine.items;

import static dev.elasticjob.engine.rule.Rule.CLOSED_EPOCH_STARTS_NOTHING;
import static dev.elasticjob.engine.rule.Rule.RUN_HAS_TOTAL_OF_EPOCH;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.view.Epoch;

/** Whether items may start on this instance at all, and whether a single item is free to start. */
public final class StartConditions {

    /** An upper bound of the bytes that the start of an item takes, in addition to its paths. */
    private static final int START_BYTES = 700;

    private final JobContext job;
    private final ItemStatus status;
    private final OwedFires fires;
    private final PendingRetries retries;

    public StartConditions(JobContext job, ItemStatus status, OwedFires fires, PendingRetries retries) {
        this.job = job;
        this.status = status;
        this.fires = fires;
        this.retries = retries;
    }

    /** Returns whether items may start on this instance in this epoch. */
    public boolean mayStart(Epoch epoch) {
        return (!CLOSED_EPOCH_STARTS_NOTHING.holds() || epoch.open() && agrees(epoch))
                && (!job.configInForce().isBroken() || job.hasEverJoined())
                && job.isServerEnabled()
                && ItemGeneration.isKnown(job);
    }

    /** Returns whether the epoch was made for the configuration in force; otherwise the leader publishes another. */
    private boolean agrees(Epoch epoch) {
        return (epoch.total() == job.config().getShardingTotalCount() || !RUN_HAS_TOTAL_OF_EPOCH.holds())
                && epoch.cron().equals(job.config().getCron())
                && epoch.timeZone().equals(job.config().getTimeZone())
                && epoch.monitorExecution() == job.config().isMonitorExecution();
    }

    /** Returns whether nothing prevents a requested run of an owned item, except that an end is still to be recorded. */
    public boolean isIdle(int item, Epoch epoch) {
        boolean ended = job.runs().of(item).filter(LocalRun::isEnded).isPresent();
        boolean lost = !ended && job.config().isFailover() && epoch.monitorExecution() && status.isLost(item);
        return mayStart(epoch)
                && job.clocks().problem().isEmpty()
                && job.view().isItemFresh(item)
                && !job.view().isDisabled(item)
                && (ended || !job.runs().has(item) && status.busy(item).isEmpty())
                && !lost
                && !job.runs().isGivenUp(item)
                && !retries.delayRequests(item, epoch)
                && !fires.of(item, epoch).isRun();
    }

    /** Returns whether so many items can be started by one transaction; otherwise some might start and others be lost. */
    public boolean fitIntoOneTransaction(int items) {
        int each = START_BYTES + 3 * job.tree().items().length();
        return items <= job.commits().roomFor(Slot.START) / each;
    }
}
