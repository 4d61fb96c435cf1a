package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.test.registry.RegistryContractTest;
import org.junit.jupiter.api.BeforeAll;

class PostgresContractTest extends RegistryContractTest {

    private static Database database;

    @BeforeAll
    static void create() {
        database = Kind.POSTGRES.database();
    }

    @Override
    protected FaultyClient newClient(String namespace) {
        return new ProxiedClient(database, namespace);
    }
}
