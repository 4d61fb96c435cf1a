package com.dangdang.ddframe.job.lite.lifecycle.internal.operate;

import com.dangdang.ddframe.job.lite.lifecycle.api.JobOperateAPI;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.google.common.base.Optional;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lite2x.lifecycle.Operations;

/** Operations on jobs and servers. */
public final class JobOperateAPIImpl implements JobOperateAPI {

    private final RegistryOperations operations;

    public JobOperateAPIImpl(CoordinatorRegistryCenter regCenter) {
        operations = Operations.on(regCenter);
    }

    @Override
    public void trigger(Optional<String> jobName, Optional<String> serverIp) {
        if (!jobName.isPresent()) {
            throw new IllegalArgumentException("Name the job to trigger: it is missing.");
        }
        operations.jobOperate().trigger(jobName.get());
    }

    @Override
    public void disable(Optional<String> jobName, Optional<String> serverIp) {
        requireOne(jobName, serverIp);
        operations.jobOperate().disable(jobName.or(""), serverIp.or(""));
    }

    @Override
    public void enable(Optional<String> jobName, Optional<String> serverIp) {
        requireOne(jobName, serverIp);
        operations.jobOperate().enable(jobName.or(""), serverIp.or(""));
    }

    @Override
    public void shutdown(Optional<String> jobName, Optional<String> serverIp) {
        requireOne(jobName, serverIp);
        operations.jobOperate().shutdown(jobName.or(""), serverIp.or(""));
    }

    @Override
    public void remove(Optional<String> jobName, Optional<String> serverIp) {
        requireOne(jobName, serverIp);
        operations.jobOperate().remove(jobName.or(""), serverIp.or(""));
    }

    private static void requireOne(Optional<String> jobName, Optional<String> serverIp) {
        if (!jobName.isPresent() && !serverIp.isPresent()) {
            throw new IllegalArgumentException("Name a job or a server: both are missing.");
        }
    }
}
