package com.dangdang.ddframe.job.lite.api.listener;

import com.dangdang.ddframe.job.executor.ShardingContexts;

/**
 * Is called on one instance only: before the items of a run start on any instance, and after they have ended on all. The
 * engine determines which instance is last.
 */
public abstract class AbstractDistributeOnceElasticJobListener implements ElasticJobListener {

    private final long startedTimeoutMilliseconds;
    private final long completedTimeoutMilliseconds;

    /** A timeout below 1 stands for the longest that the engine permits, one day. */
    public AbstractDistributeOnceElasticJobListener(
            long startedTimeoutMilliseconds, long completedTimeoutMilliseconds) {
        this.startedTimeoutMilliseconds = timeout(startedTimeoutMilliseconds);
        this.completedTimeoutMilliseconds = timeout(completedTimeoutMilliseconds);
    }

    private static long timeout(long milliseconds) {
        return milliseconds < 1 ? Long.MAX_VALUE : milliseconds;
    }

    /** Does nothing: the engine calls {@link #doBeforeJobExecutedAtLastStarted}. */
    @Override
    public final void beforeJobExecuted(ShardingContexts shardingContexts) {}

    /** Does nothing: the engine calls {@link #doAfterJobExecutedAtLastCompleted}. */
    @Override
    public final void afterJobExecuted(ShardingContexts shardingContexts) {}

    /** Is called once, before the items of a run start. */
    public abstract void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts);

    /** Is called once, after the items of a run have ended. */
    public abstract void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts);

    /** Does nothing: the engine wakes what waits for the start of a run. */
    public void notifyWaitingTaskStart() {}

    /** Does nothing: the engine wakes what waits for the end of a run. */
    public void notifyWaitingTaskComplete() {}

    /** Returns how long instances wait for each other to start. */
    public final long startedTimeoutMilliseconds() {
        return startedTimeoutMilliseconds;
    }

    /** Returns how long instances wait for each other to end. */
    public final long completedTimeoutMilliseconds() {
        return completedTimeoutMilliseconds;
    }
}
