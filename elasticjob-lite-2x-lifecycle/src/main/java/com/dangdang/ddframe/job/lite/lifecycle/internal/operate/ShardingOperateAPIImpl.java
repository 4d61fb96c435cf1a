package com.dangdang.ddframe.job.lite.lifecycle.internal.operate;

import com.dangdang.ddframe.job.lite.lifecycle.api.ShardingOperateAPI;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lite2x.lifecycle.Operations;

/** Operations on items. */
public final class ShardingOperateAPIImpl implements ShardingOperateAPI {

    private final RegistryOperations operations;

    public ShardingOperateAPIImpl(CoordinatorRegistryCenter regCenter) {
        operations = Operations.on(regCenter);
    }

    @Override
    public void disable(String jobName, String item) {
        operations.shardingOperate().disable(jobName, item);
    }

    @Override
    public void enable(String jobName, String item) {
        operations.shardingOperate().enable(jobName, item);
    }
}
