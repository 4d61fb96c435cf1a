package dev.elasticjob.lifecycle;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Base class with a ZooKeeper server, and a namespace and operations for each test. */
abstract class OnZookeeper {

    /** Ends a test that would otherwise wait forever. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static EmbeddedZookeeper server;

    final String namespace = "operations-" + NAMESPACES.incrementAndGet();
    private final List<CoordinatorRegistryCenter> centers = new ArrayList<>();
    RegistryOperations operations;
    Tree tree;

    @BeforeAll
    static void startServer() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void connect() {
        CoordinatorRegistryCenter center = newCenter();
        operations = RegistryOperations.on(center);
        tree = new Tree(center);
    }

    @AfterEach
    void disconnect() {
        operations.close();
        centers.forEach(CoordinatorRegistryCenter::close);
    }

    static String servers() {
        return server.connectString();
    }

    static int port() {
        return server.port();
    }

    CoordinatorRegistryCenter newCenter() {
        CoordinatorRegistryCenter center =
                new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers(), namespace));
        center.init();
        centers.add(center);
        return center;
    }

    static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(LONGEST_WAIT).pollInterval(Duration.ofMillis(20));
    }
}
