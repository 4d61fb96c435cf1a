package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.test.registry.RegistryContractTest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class EnsembleContractTest extends RegistryContractTest {

    private static Ensemble ensemble;

    @BeforeAll
    static void start(@TempDir Path directory) {
        ensemble = Ensemble.start(directory);
    }

    @AfterAll
    static void stop() {
        ensemble.close();
    }

    @Override
    protected FaultyClient newClient(String namespace) {
        return new ProxiedClient(ensemble.connectString(), namespace);
    }
}
