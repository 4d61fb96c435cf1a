package dev.elasticjob.registry.jdbc;

import dev.elasticjob.test.registry.FaultyClient;
import dev.elasticjob.test.registry.RegistryContractTest;

class H2ContractTest extends RegistryContractTest {

    @Override
    protected FaultyClient newClient(String namespace) {
        return new InProcessClient("jdbc:h2:mem:contract;DB_CLOSE_DELAY=-1", namespace);
    }
}
