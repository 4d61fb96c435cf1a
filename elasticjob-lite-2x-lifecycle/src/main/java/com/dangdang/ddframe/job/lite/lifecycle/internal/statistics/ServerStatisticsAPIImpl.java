package com.dangdang.ddframe.job.lite.lifecycle.internal.statistics;

import com.dangdang.ddframe.job.lite.lifecycle.api.ServerStatisticsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.domain.ServerBriefInfo;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lite2x.lifecycle.Operations;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/** Views of servers. */
public final class ServerStatisticsAPIImpl implements ServerStatisticsAPI {

    private final RegistryOperations operations;

    public ServerStatisticsAPIImpl(CoordinatorRegistryCenter regCenter) {
        operations = Operations.on(regCenter);
    }

    @Override
    public int getServersTotalCount() {
        return operations.serverStatistics().getServersTotalCount();
    }

    @Override
    public Collection<ServerBriefInfo> getAllServersBriefInfo() {
        return operations.serverStatistics().getAllServersBriefInfo().stream()
                .map(ServerStatisticsAPIImpl::convert)
                .toList();
    }

    private static ServerBriefInfo convert(dev.elasticjob.lifecycle.domain.ServerBriefInfo info) {
        ServerBriefInfo result = new ServerBriefInfo(info.getServerIp());
        result.getInstances().addAll(info.getInstances());
        result.getJobNames().addAll(info.getJobNames());
        result.setInstancesNum(info.getInstancesNum());
        result.setJobsNum(info.getJobsNum());
        result.setDisabledJobsNum(new AtomicInteger(info.getDisabledJobsNum()));
        return result;
    }
}
