package dev.elasticjob.registry.jdbc;

import dev.elasticjob.test.cluster.DistributeOnceTest;
import dev.elasticjob.test.cluster.SettingsTest;
import dev.elasticjob.test.cluster.StreamingFailoverTest;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Tests settings, distribute-once listeners and streaming jobs on H2, in thorough runs only. */
@EnabledIfSystemProperty(named = "elasticjob.registry.thorough", matches = "true")
class H2EngineTest {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private static FaultyClient client(String name, int namespace) {
        return new InProcessClient("jdbc:h2:mem:engine", name + "-" + namespace);
    }

    @Nested
    class Settings extends SettingsTest {

        private final int namespace = NAMESPACES.incrementAndGet();

        @Override
        protected FaultyClient newClient(String name) {
            return client(name, namespace);
        }
    }

    @Nested
    class DistributeOnce extends DistributeOnceTest {

        private final int namespace = NAMESPACES.incrementAndGet();

        @Override
        protected FaultyClient newClient(String name) {
            return client(name, namespace);
        }
    }

    @Nested
    class StreamingFailover extends StreamingFailoverTest {

        private final int namespace = NAMESPACES.incrementAndGet();

        @Override
        protected FaultyClient newClient(String name) {
            return client(name, namespace);
        }
    }
}
