package dev.elasticjob.lifecycle;

import dev.elasticjob.lifecycle.api.JobConfigurationAPI;
import dev.elasticjob.lifecycle.api.JobOperateAPI;
import dev.elasticjob.lifecycle.api.JobStatisticsAPI;
import dev.elasticjob.lifecycle.api.ServerStatisticsAPI;
import dev.elasticjob.lifecycle.api.ShardingOperateAPI;
import dev.elasticjob.lifecycle.api.ShardingStatisticsAPI;

/**
 * Creates the documented interfaces for a registry address. Instances with the same address, namespace and credentials share
 * one connection, which is closed with the last of them. Use {@link RegistryOperations} to create the interfaces on an existing
 * registry center.
 */
public final class JobAPIFactory {

    private static final SharedOperations SHARED = new SharedOperations();

    private JobAPIFactory() {}

    /** @param digest credentials {@code user:password}; null or empty for none. The other methods have the same parameters */
    public static JobConfigurationAPI createJobConfigurationAPI(String connectString, String namespace, String digest) {
        SharedOperations.Lease lease = SHARED.lease(connectString, namespace, digest);
        return lease.operations().jobConfiguration(lease::close);
    }

    public static JobOperateAPI createJobOperateAPI(String connectString, String namespace, String digest) {
        SharedOperations.Lease lease = SHARED.lease(connectString, namespace, digest);
        return lease.operations().jobOperate(lease::close);
    }

    public static ShardingOperateAPI createShardingOperateAPI(String connectString, String namespace, String digest) {
        SharedOperations.Lease lease = SHARED.lease(connectString, namespace, digest);
        return lease.operations().shardingOperate(lease::close);
    }

    public static JobStatisticsAPI createJobStatisticsAPI(String connectString, String namespace, String digest) {
        return statistics(connectString, namespace, digest);
    }

    public static ServerStatisticsAPI createServerStatisticsAPI(String connectString, String namespace, String digest) {
        return statistics(connectString, namespace, digest);
    }

    public static ShardingStatisticsAPI createShardingStatisticsAPI(
            String connectString, String namespace, String digest) {
        return statistics(connectString, namespace, digest);
    }

    private static Statistics statistics(String connectString, String namespace, String digest) {
        SharedOperations.Lease lease = SHARED.lease(connectString, namespace, digest);
        return lease.operations().statistics(lease::close);
    }
}
