package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import dev.elasticjob.test.cluster.ClusterTest;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests the engine on PostgreSQL, in thorough runs only. It counts threads, so no other test may run at the same time. */
@EnabledIfSystemProperty(named = "elasticjob.registry.thorough", matches = "true")
@Isolated
@Execution(ExecutionMode.SAME_THREAD)
class PostgresClusterTest extends ClusterTest {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private static Database database;

    private final int namespace = NAMESPACES.incrementAndGet();

    @BeforeAll
    static void create() {
        database = Kind.POSTGRES.database();
    }

    @Override
    protected FaultyClient newClient(String name) {
        return new ProxiedClient(database, name + "-" + namespace);
    }
}
