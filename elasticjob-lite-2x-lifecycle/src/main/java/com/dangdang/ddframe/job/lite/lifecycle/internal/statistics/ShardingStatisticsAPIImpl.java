package com.dangdang.ddframe.job.lite.lifecycle.internal.statistics;

import com.dangdang.ddframe.job.lite.lifecycle.api.ShardingStatisticsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.domain.ShardingInfo;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lite2x.lifecycle.Operations;
import java.util.Collection;

/** Views of items. */
public final class ShardingStatisticsAPIImpl implements ShardingStatisticsAPI {

    private final RegistryOperations operations;

    public ShardingStatisticsAPIImpl(CoordinatorRegistryCenter regCenter) {
        operations = Operations.on(regCenter);
    }

    @Override
    public Collection<ShardingInfo> getShardingInfo(String jobName) {
        return operations.shardingStatistics().getShardingInfo(jobName).stream()
                .map(ShardingStatisticsAPIImpl::convert)
                .toList();
    }

    private static ShardingInfo convert(dev.elasticjob.lifecycle.domain.ShardingInfo info) {
        ShardingInfo result = new ShardingInfo();
        result.setItem(info.getItem());
        result.setServerIp(info.getServerIp());
        result.setInstanceId(info.getInstanceId());
        result.setStatus(ShardingInfo.ShardingStatus.valueOf(info.getStatus().name()));
        result.setFailover(info.isFailover());
        return result;
    }
}
