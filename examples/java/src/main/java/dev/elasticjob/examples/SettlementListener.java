package dev.elasticjob.examples;

import dev.elasticjob.api.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ShardingContexts;
import java.util.concurrent.CountDownLatch;

/** {@code SETTLEMENT}: listed in {@code META-INF/services/dev.elasticjob.api.ElasticJobListener}. */
public final class SettlementListener extends AbstractDistributeOnceElasticJobListener {

    static final CountDownLatch ENDED = new CountDownLatch(1);

    /**
     * Limits the wait for the other instances to ten seconds at the start and a minute at the end. Exceeding a limit is
     * reported.
     */
    public SettlementListener() {
        super(10_000, 60_000);
    }

    @Override
    public void doBeforeJobExecutedAtLastStarted(ShardingContexts contexts) {
        System.out.println("Once, before all: the books are opened");
    }

    @Override
    public void doAfterJobExecutedAtLastCompleted(ShardingContexts contexts) {
        System.out.println("Once, after all: the books are closed");
        ENDED.countDown();
    }

    @Override
    public String getType() {
        return "SETTLEMENT";
    }
}
