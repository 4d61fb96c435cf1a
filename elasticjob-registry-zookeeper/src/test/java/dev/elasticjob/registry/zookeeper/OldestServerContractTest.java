package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.test.registry.RegistryContractTest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests the oldest server version with persistent watches. */
class OldestServerContractTest extends RegistryContractTest {

    private static ChildServer server;

    @BeforeAll
    static void start(@TempDir Path directory) {
        server = ChildServer.startVersion("zookeeper-oldest", directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected FaultyClient newClient(String namespace) {
        return new ProxiedClient(server.connectString(), namespace);
    }

    @Override
    public int fuzzRounds() {
        return 5;
    }
}
