package dev.elasticjob.manual.dump;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.snapshot.SnapshotService;

public class JobMain {

    public static void main(final String[] args) {
        SnapshotService snapshotService = new SnapshotService(createRegistryCenter(), 9888).listen();
    }

    private static CoordinatorRegistryCenter createRegistryCenter() {
        // create registry center
        CoordinatorRegistryCenter regCenter =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration("zk_host:2181", "elastic-job-demo"));
        regCenter.init();
        return regCenter;
    }
}
