package dev.elasticjob.examples;

import dev.elasticjob.api.ElasticJobListener;
import dev.elasticjob.api.ShardingContexts;
import java.util.concurrent.CountDownLatch;

/** {@code STOPWATCH}: listed in {@code META-INF/services/dev.elasticjob.api.ElasticJobListener}. */
public final class StopwatchListener implements ElasticJobListener {

    static final CountDownLatch ENDED = new CountDownLatch(1);

    @Override
    public void beforeJobExecuted(ShardingContexts contexts) {
        System.out.println("Begins: items "
                + contexts.getShardingItemParameters().keySet().stream()
                        .sorted()
                        .toList());
    }

    @Override
    public void afterJobExecuted(ShardingContexts contexts) {
        System.out.println("Has ended: " + contexts.getJobName());
        ENDED.countDown();
    }

    /** Orders this listener: before listeners with a larger number at the start, and after them at the end. */
    @Override
    public int order() {
        return 1;
    }

    @Override
    public String getType() {
        return "STOPWATCH";
    }
}
