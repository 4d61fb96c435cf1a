package dev.elasticjob.api;

import java.time.Duration;

/**
 * Is called once for a run over all instances: before the work by the instance whose items are the last to start, after it
 * by the one whose items are the last to end. Every other instance waits for that, within a limit.
 */
public abstract class AbstractDistributeOnceElasticJobListener implements ElasticJobListener {

    /** No wait is longer, whatever was asked for. */
    public static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private final Duration startedTimeout;
    private final Duration completedTimeout;

    /**
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

    /** Called once, when the last item of the run is about to start. */
    public abstract void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts);

    /** Called once, when the last item of the run has ended. */
    public abstract void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts);

    /** Nothing: the engine finds out who is last, and calls that one's method. */
    @Override
    public final void beforeJobExecuted(ShardingContexts shardingContexts) {}

    /** Nothing: the engine finds out who is last, and calls that one's method. */
    @Override
    public final void afterJobExecuted(ShardingContexts shardingContexts) {}
}
