package com.dangdang.ddframe.job.lite.lifecycle.internal.statistics;

import com.dangdang.ddframe.job.lite.lifecycle.api.JobStatisticsAPI;
import com.dangdang.ddframe.job.lite.lifecycle.domain.JobBriefInfo;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lite2x.lifecycle.Operations;
import java.util.Collection;

/** Views of jobs. */
public final class JobStatisticsAPIImpl implements JobStatisticsAPI {

    private final RegistryOperations operations;

    public JobStatisticsAPIImpl(CoordinatorRegistryCenter regCenter) {
        operations = Operations.on(regCenter);
    }

    @Override
    public int getJobsTotalCount() {
        return operations.jobStatistics().getJobsTotalCount();
    }

    @Override
    public Collection<JobBriefInfo> getAllJobsBriefInfo() {
        return operations.jobStatistics().getAllJobsBriefInfo().stream()
                .map(JobStatisticsAPIImpl::convert)
                .toList();
    }

    @Override
    public JobBriefInfo getJobBriefInfo(String jobName) {
        return convert(operations.jobStatistics().getJobBriefInfo(jobName));
    }

    @Override
    public Collection<JobBriefInfo> getJobsBriefInfo(String ip) {
        return operations.jobStatistics().getJobsBriefInfo(ip).stream()
                .map(JobStatisticsAPIImpl::convert)
                .toList();
    }

    private static JobBriefInfo convert(dev.elasticjob.lifecycle.domain.JobBriefInfo info) {
        JobBriefInfo result = new JobBriefInfo();
        result.setJobName(info.getJobName());
        result.setStatus(JobBriefInfo.JobStatus.valueOf(info.getStatus().name()));
        result.setDescription(info.getDescription());
        result.setCron(info.getCron());
        result.setInstanceCount(info.getInstanceCount());
        result.setShardingTotalCount(info.getShardingTotalCount());
        return result;
    }
}
