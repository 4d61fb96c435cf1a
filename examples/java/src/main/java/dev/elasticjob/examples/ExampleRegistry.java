package dev.elasticjob.examples;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The ZooKeeper server named by the system property {@code zookeeper}, or an embedded server that is removed when this
 * object is closed.
 */
final class ExampleRegistry implements AutoCloseable {

    private final Optional<EmbeddedZookeeper> embedded;
    private final String connectString;
    private final String namespace;
    private final Deque<CoordinatorRegistryCenter> centers = new ArrayDeque<>();

    /** @param namespace separate namespace of the example, so that examples can share a server */
    ExampleRegistry(String namespace) {
        Optional<String> servers = Optional.ofNullable(System.getProperty("zookeeper"));
        embedded = servers.isPresent() ? Optional.empty() : Optional.of(EmbeddedZookeeper.startTemporary());
        connectString = servers.orElseGet(() -> embedded.get().connectString());
        this.namespace = "examples/" + namespace;
        // Removes the directory of the embedded server even if the example is interrupted.
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Opens another registry center. An application has one; two in a JVM count as two instances. */
    synchronized CoordinatorRegistryCenter connect() {
        CoordinatorRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(connectString, namespace));
        center.init();
        centers.push(center);
        return center;
    }

    @Override
    public synchronized void close() {
        centers.forEach(CoordinatorRegistryCenter::close);
        embedded.ifPresent(EmbeddedZookeeper::close);
    }
}
