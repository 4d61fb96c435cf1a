package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.lite.api.listener.AbstractDistributeOnceElasticJobListener;
import dev.elasticjob.api.ShardingContexts;

/** Calls a distribute-once listener of 2.x. */
final class OnceListenerOf2x extends dev.elasticjob.api.AbstractDistributeOnceElasticJobListener {

    private final String type;
    private final int order;
    private final AbstractDistributeOnceElasticJobListener listener;

    OnceListenerOf2x(String type, int order, AbstractDistributeOnceElasticJobListener listener) {
        super(listener.startedTimeoutMilliseconds(), listener.completedTimeoutMilliseconds());
        this.type = type;
        this.order = order;
        this.listener = listener;
    }

    @Override
    public String getType() {
        return type;
    }

    @Override
    public int order() {
        return order;
    }

    @Override
    public void doBeforeJobExecutedAtLastStarted(ShardingContexts shardingContexts) {
        listener.doBeforeJobExecutedAtLastStarted(Contexts.of(shardingContexts));
    }

    @Override
    public void doAfterJobExecutedAtLastCompleted(ShardingContexts shardingContexts) {
        listener.doAfterJobExecutedAtLastCompleted(Contexts.of(shardingContexts));
    }
}
