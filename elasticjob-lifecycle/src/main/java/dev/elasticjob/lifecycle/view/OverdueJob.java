package dev.elasticjob.lifecycle.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job that should have run and did not: for some of its items a cron instant has come, and no run was begun for it or for a
 * later one. Items that are disabled or running are not among them.
 *
 * @param firstDue the earliest instant that was not begun
 * @param latestDue the latest one: if anything is still made up for, then this
 * @param lastBegun the last instant that all of these items have begun; empty when one of them never did
 * @param overdueItems how many items
 * @param items the first of them
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

    /** So many items are named. */
    public static final int MOST_ITEMS_NAMED = 100;

    /** Why, as far as the registry tells. */
    public enum Reason {
        /** The job has no instance. */
        NO_INSTANCE,
        /** Nothing may start while the number of items is being changed, which waits for those that run. */
        ITEMS_BEING_CHANGED,
        /** Nobody who is there owns the item. */
        NO_OWNER,
        /** Its owner is there and has not begun: busy, cut off, or with another clock. */
        NOT_BEGUN
    }

    public OverdueJob {
        items = List.copyOf(items);
    }
}
