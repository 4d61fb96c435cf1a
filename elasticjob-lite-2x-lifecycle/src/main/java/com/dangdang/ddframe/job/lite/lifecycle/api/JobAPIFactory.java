package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.dangdang.ddframe.job.lite.lifecycle.internal.operate.JobOperateAPIImpl;
import com.dangdang.ddframe.job.lite.lifecycle.internal.operate.ShardingOperateAPIImpl;
import com.dangdang.ddframe.job.lite.lifecycle.internal.reg.RegistryCenterFactory;
import com.dangdang.ddframe.job.lite.lifecycle.internal.settings.JobSettingsAPIImpl;
import com.dangdang.ddframe.job.lite.lifecycle.internal.statistics.JobStatisticsAPIImpl;
import com.dangdang.ddframe.job.lite.lifecycle.internal.statistics.ServerStatisticsAPIImpl;
import com.dangdang.ddframe.job.lite.lifecycle.internal.statistics.ShardingStatisticsAPIImpl;
import com.google.common.base.Optional;

/** Creates the operations APIs for a registry. APIs for the same registry share a connection. */
public final class JobAPIFactory {

    private JobAPIFactory() {}

    public static JobSettingsAPI createJobSettingsAPI(String connectString, String namespace, Optional<String> digest) {
        return new JobSettingsAPIImpl(
                RegistryCenterFactory.createCoordinatorRegistryCenter(connectString, namespace, digest));
    }

    public static JobOperateAPI createJobOperateAPI(String connectString, String namespace, Optional<String> digest) {
        return new JobOperateAPIImpl(
                RegistryCenterFactory.createCoordinatorRegistryCenter(connectString, namespace, digest));
    }

    public static ShardingOperateAPI createShardingOperateAPI(
            String connectString, String namespace, Optional<String> digest) {
        return new ShardingOperateAPIImpl(
                RegistryCenterFactory.createCoordinatorRegistryCenter(connectString, namespace, digest));
    }

    public static JobStatisticsAPI createJobStatisticsAPI(
            String connectString, String namespace, Optional<String> digest) {
        return new JobStatisticsAPIImpl(
                RegistryCenterFactory.createCoordinatorRegistryCenter(connectString, namespace, digest));
    }

    public static ServerStatisticsAPI createServerStatisticsAPI(
            String connectString, String namespace, Optional<String> digest) {
        return new ServerStatisticsAPIImpl(
                RegistryCenterFactory.createCoordinatorRegistryCenter(connectString, namespace, digest));
    }

    public static ShardingStatisticsAPI createShardingStatisticsAPI(
            String connectString, String namespace, Optional<String> digest) {
        return new ShardingStatisticsAPIImpl(
                RegistryCenterFactory.createCoordinatorRegistryCenter(connectString, namespace, digest));
    }
}
