package dev.elasticjob.registry.jdbc;

import dev.elasticjob.test.cluster.ClusterTest;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests the engine on H2, in thorough runs only. It counts threads, so no other test may run at the same time. */
@EnabledIfSystemProperty(named = "elasticjob.registry.thorough", matches = "true")
@Isolated
@Execution(ExecutionMode.SAME_THREAD)
class H2ClusterTest extends ClusterTest {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final int namespace = NAMESPACES.incrementAndGet();

    @Override
    protected FaultyClient newClient(String name) {
        return new InProcessClient("jdbc:h2:mem:cluster", name + "-" + namespace);
    }
}
