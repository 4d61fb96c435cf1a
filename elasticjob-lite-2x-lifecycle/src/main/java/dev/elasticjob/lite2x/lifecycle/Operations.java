package dev.elasticjob.lite2x.lifecycle;

import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.dangdang.ddframe.job.reg.exception.RegException;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.lifecycle.RegistryOperations;

/** Holds the operations on a registry center, which are closed with it. */
public final class Operations {

    private Operations() {}

    /**
     * Returns the operations on a registry center.
     *
     * @throws RegException if the registry center is not connected, or is not a ZooKeeper registry center
     */
    public static RegistryOperations on(CoordinatorRegistryCenter regCenter) {
        if (!(regCenter instanceof ZookeeperRegistryCenter zookeeper)) {
            throw new RegException(
                    "%s",
                    "The registry center is a "
                            + (regCenter == null ? null : regCenter.getClass().getName())
                            + ", on which no operations are possible. Pass a " + ZookeeperRegistryCenter.class.getName()
                            + ".");
        }
        var original = zookeeper.registry().center().original();
        return original.shared(RegistryOperations.class, () -> RegistryOperations.on(original));
    }
}
