package dev.elasticjob.lifecycle.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job that missed a fire: for some of its items a fire time has passed, and no run was started for it or for a later one.
 * Disabled and running items are not included.
 *
 * @param firstDue the earliest fire time without a run
 * @param latestDue the latest fire time without a run; the only one that may still be made up for
 * @param lastBegun the latest fire time that all of these items have started; empty if one of them never started
 * @param overdueItems number of overdue items
 * @param items the first of these items
 */
public record OverdueJob(
        String jobName,
        Reason reason,
        Instant firstDue,
        Instant latestDue,
        Optional<Instant> lastBegun,
        int overdueItems,
        List<Integer> items,
        int shardingTotalCount) {

    /** Maximum number of items listed. */
    public static final int MOST_ITEMS_NAMED = 100;

    /** The reason, as far as it can be determined from the registry. */
    public enum Reason {
        /** The job has no instance. */
        NO_INSTANCE,
        /** No run may start while the number of items is being changed, which waits for running items. */
        ITEMS_BEING_CHANGED,
        /** The item has no live owner. */
        NO_OWNER,
        /** The owner is live but has not started a run: it is busy or disconnected, or its clock differs. */
        NOT_BEGUN
    }

    public OverdueJob {
        items = List.copyOf(items);
    }
}
