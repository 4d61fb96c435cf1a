package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.executor.ShardingContexts;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Converts contexts to those of 2.x, in which an item without a parameter has null. */
final class Contexts {

    private Contexts() {}

    static ShardingContexts of(dev.elasticjob.api.ShardingContexts contexts) {
        Map<Integer, String> parameters = new TreeMap<>();
        contexts.getShardingItemParameters().forEach((item, value) -> parameters.put(item, parameter(value)));
        return new ShardingContexts(
                contexts.getTaskId(),
                contexts.getJobName(),
                contexts.getShardingTotalCount(),
                contexts.getJobParameter(),
                parameters);
    }

    static ShardingContext of(dev.elasticjob.api.ShardingContext context) {
        Map<Integer, String> parameters = new HashMap<>();
        parameters.put(context.getShardingItem(), parameter(context.getShardingParameter()));
        return new ShardingContext(
                new ShardingContexts(
                        context.getTaskId(),
                        context.getJobName(),
                        context.getShardingTotalCount(),
                        context.getJobParameter(),
                        parameters),
                context.getShardingItem());
    }

    private static String parameter(String value) {
        return value.isEmpty() ? null : value;
    }
}
