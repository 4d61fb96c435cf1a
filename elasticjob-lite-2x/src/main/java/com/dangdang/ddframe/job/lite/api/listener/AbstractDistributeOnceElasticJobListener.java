package com.dangdang.ddframe.job.lite.api.listener;

import com.dangdang.ddframe.job.executor.ShardingContexts;

/**
 * Listener that is called on one instance only: before the items of a run start on any instance, and after they have ended on all. The
 * engine determines which instance is last.
 */
public abstract class AbstractDistributeOnceElasticJobListener implements ElasticJobListener {

    private final long startedTimeoutMilliseconds;
    private final long completedTimeoutMilliseconds;

    /** Creates a listener. A timeout below 1 selects the maximum that the engine permits, one day. */
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

    /** Called once, before the items of a run start. */
    public abstract void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts);

    /** Called once, after the items of a run have ended. */
    public abstract void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts);

    /** Does nothing: the engine notifies instances that wait for the start of a run. */
    public void notifyWaitingTaskStart() {}

    /** Does nothing: the engine notifies instances that wait for the end of a run. */
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
