package com.dangdang.ddframe.job.lite.lifecycle.internal.reg;

import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import com.google.common.base.Optional;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Creates registry centers, one for each registry. */
public final class RegistryCenterFactory {

    private static final Map<Key, CoordinatorRegistryCenter> CENTERS = new ConcurrentHashMap<>();

    private record Key(String connectString, String namespace, Optional<String> digest) {}

    private RegistryCenterFactory() {}

    /** Returns the connected registry center. */
    public static CoordinatorRegistryCenter createCoordinatorRegistryCenter(
            String connectString, String namespace, Optional<String> digest) {
        return CENTERS.computeIfAbsent(new Key(connectString, namespace, digest), RegistryCenterFactory::connect);
    }

    private static CoordinatorRegistryCenter connect(Key key) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(key.connectString, key.namespace);
        if (key.digest.isPresent()) {
            configuration.setDigest(key.digest.get());
        }
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        return center;
    }
}
