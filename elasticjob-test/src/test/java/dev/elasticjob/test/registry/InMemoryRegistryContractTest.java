package dev.elasticjob.test.registry;

import dev.elasticjob.registry.memory.InMemoryRegistry;

class InMemoryRegistryContractTest extends RegistryContractTest {

    private final InMemoryRegistry registry = new InMemoryRegistry();

    @Override
    protected FaultyClient newClient(String namespace) {
        return MemoryClient.of(registry, namespace);
    }

    @Override
    public int fuzzRounds() {
        return 500;
    }
}
