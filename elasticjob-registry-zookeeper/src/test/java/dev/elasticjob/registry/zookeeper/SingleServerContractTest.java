package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.test.registry.RegistryContractTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class SingleServerContractTest extends RegistryContractTest {

    private static EmbeddedZookeeper server;

    @BeforeAll
    static void start() {
        server = EmbeddedZookeeper.startTemporary();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected FaultyClient newClient(String namespace) {
        return new ProxiedClient(server.connectString(), namespace);
    }
}
