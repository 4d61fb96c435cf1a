package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.test.cluster.DistributeOnceTest;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests distribute-once listeners on a real server. */
class ZookeeperDistributeOnceTest extends DistributeOnceTest {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private static EmbeddedZookeeper server;

    private final int namespace = NAMESPACES.incrementAndGet();

    @BeforeAll
    static void start() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected FaultyClient newClient(String name) {
        return new ProxiedClient(server.connectString(), name + "-" + namespace);
    }
}
