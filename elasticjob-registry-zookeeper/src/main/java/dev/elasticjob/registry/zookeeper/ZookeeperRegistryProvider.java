package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryProvider;

/** Creates registry centers for clients that use only the registry SPI, such as the operations API. */
public final class ZookeeperRegistryProvider implements RegistryProvider {

    @Override
    public String getType() {
        return "zookeeper";
    }

    /** Returns whether the address is supported. An address without a scheme is a ZooKeeper address. */
    @Override
    public boolean supports(String address) {
        return RegistryProvider.super.supports(address) || !address.contains("://") && !address.startsWith("jdbc:");
    }

    @Override
    public CoordinatorRegistryCenter create(String connectString, String namespace, String digest) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(connectString, namespace);
        configuration.setDigest(digest);
        return new ZookeeperRegistryCenter(configuration);
    }
}
