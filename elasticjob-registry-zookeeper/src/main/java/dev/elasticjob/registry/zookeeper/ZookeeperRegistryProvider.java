package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryProvider;

/** Makes centers for who knows only the registry SPI, such as the operations API. */
public final class ZookeeperRegistryProvider implements RegistryProvider {

    @Override
    public String getType() {
        return "zookeeper";
    }

    @Override
    public CoordinatorRegistryCenter create(String connectString, String namespace, String digest) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(connectString, namespace);
        configuration.setDigest(digest);
        return new ZookeeperRegistryCenter(configuration);
    }
}
