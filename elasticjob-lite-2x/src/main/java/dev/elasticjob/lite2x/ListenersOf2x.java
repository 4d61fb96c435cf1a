package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import dev.elasticjob.api.ShardingContexts;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Calls the listeners of a job in the same order before and after the items. After an exception the remaining listeners are skipped, as
 * in 2.x.
 */
record ListenersOf2x(String type, List<ElasticJobListener> listeners, BooleanSupplier paused)
        implements dev.elasticjob.api.ElasticJobListener {

    @Override
    public String getType() {
        return type;
    }

    @Override
    public int order() {
        return 0;
    }

    @Override
    public void beforeJobExecuted(ShardingContexts shardingContexts) {
        if (!paused.getAsBoolean()) {
            var contexts = Contexts.of(shardingContexts);
            listeners.forEach(each -> each.beforeJobExecuted(contexts));
        }
    }

    @Override
    public void afterJobExecuted(ShardingContexts shardingContexts) {
        if (!paused.getAsBoolean()) {
            var contexts = Contexts.of(shardingContexts);
            listeners.forEach(each -> each.afterJobExecuted(contexts));
        }
    }
}
