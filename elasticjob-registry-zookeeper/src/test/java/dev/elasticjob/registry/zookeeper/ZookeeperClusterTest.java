package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.test.cluster.ClusterTest;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests the engine on a real server. It counts threads, so no other test may run at the same time. */
@Isolated
@Execution(ExecutionMode.SAME_THREAD)
class ZookeeperClusterTest extends ClusterTest {

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
