package dev.elasticjob.api;

import java.time.Duration;

/**
 * Listener that is called once for a run over all instances: before the work, by the instance whose items are the last to start, and
 * after it, by the instance whose items are the last to end. All other instances wait for that call, up to a time limit.
 */
public abstract class AbstractDistributeOnceElasticJobListener implements ElasticJobListener {

    /** Maximum wait, regardless of the configured timeouts. */
    public static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private final Duration startedTimeout;
    private final Duration completedTimeout;

    /**
     * Creates a listener.
     *
     * @param startedTimeoutMilliseconds how long instances wait for each other to start
     * @param completedTimeoutMilliseconds how long instances wait for each other to end
     */
    protected AbstractDistributeOnceElasticJobListener(
            long startedTimeoutMilliseconds, long completedTimeoutMilliseconds) {
        startedTimeout = timeout("startedTimeoutMilliseconds", startedTimeoutMilliseconds);
        completedTimeout = timeout("completedTimeoutMilliseconds", completedTimeoutMilliseconds);
    }

    private Duration timeout(String name, long milliseconds) {
        if (milliseconds < 1) {
            throw new IllegalArgumentException("Listener " + getClass().getName() + ": " + name + " is " + milliseconds
                    + "; it must be at least 1");
        }
        return milliseconds > LONGEST_TIMEOUT.toMillis() ? LONGEST_TIMEOUT : Duration.ofMillis(milliseconds);
    }

    public final Duration startedTimeout() {
        return startedTimeout;
    }

    public final Duration completedTimeout() {
        return completedTimeout;
    }

    /**
     * Called once per run, when its last item is about to start.
     *
     * @param shardingContexts items that the calling instance starts together
     */
    public abstract void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts);

    /**
     * Called once per run, when its last item has ended.
     *
     * @param shardingContexts items that the calling instance has started together
     */
    public abstract void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts);

    /** Does nothing. The engine determines which instance starts last and calls {@link #doBeforeJobExecutedAtLastStarted} there. */
    @Override
    public final void beforeJobExecuted(ShardingContexts shardingContexts) {}

    /** Does nothing. The engine determines which instance finishes last and calls {@link #doAfterJobExecutedAtLastCompleted} there. */
    @Override
    public final void afterJobExecuted(ShardingContexts shardingContexts) {}
}
