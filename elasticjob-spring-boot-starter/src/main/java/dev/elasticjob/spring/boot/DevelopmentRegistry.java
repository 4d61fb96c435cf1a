package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registry in this process, so that an application can start without ZooKeeper during development. */
public final class DevelopmentRegistry implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DevelopmentRegistry.class);
    private static final String NAMESPACE = "elasticjob-development";

    /** Kind of registry. */
    public enum Kind {
        /** Tree in memory. */
        IN_MEMORY,
        /** ZooKeeper server in this process, with its data in a temporary directory. */
        EMBEDDED_ZOOKEEPER
    }

    private final EmbeddedZookeeper server;

    DevelopmentRegistry(Kind kind) {
        server = kind == Kind.EMBEDDED_ZOOKEEPER ? EmbeddedZookeeper.startTemporary() : null;
        LOG.warn(
                "Jobs run on a registry for development ({}{}): no other process shares them, nothing takes over when"
                        + " this one ends, and all that operators set and all records of runs are lost then. Set"
                        + " elasticjob.reg-center.server-lists instead of elasticjob.development-registry for anything"
                        + " else",
                kind,
                server == null ? "" : " on " + server.connectString());
    }

    CoordinatorRegistryCenter newCenter() {
        return server == null
                ? new InMemoryRegistryCenter(new InMemoryRegistry(), NAMESPACE)
                : new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), NAMESPACE));
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
