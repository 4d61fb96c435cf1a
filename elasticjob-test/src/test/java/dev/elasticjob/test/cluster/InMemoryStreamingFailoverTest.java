package dev.elasticjob.test.cluster;

import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.test.registry.MemoryClient;

class InMemoryStreamingFailoverTest extends StreamingFailoverTest {

    private final InMemoryRegistry registry = new InMemoryRegistry();

    @Override
    protected FaultyClient newClient(String namespace) {
        return MemoryClient.of(registry, namespace);
    }
}
