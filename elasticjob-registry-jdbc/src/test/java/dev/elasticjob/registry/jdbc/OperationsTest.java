package dev.elasticjob.registry.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryCenters;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.Transaction.Mode;
import org.junit.jupiter.api.Test;

/** Tests the operations API with the address of a database. */
class OperationsTest {

    private static final String URL = "jdbc:h2:mem:operations;DB_CLOSE_DELAY=-1";

    @Test
    void jobs_in_a_database_are_found_by_its_address() {
        try (JdbcRegistryCenter center = Centers.start(new JdbcConfiguration(URL, "jobs"))) {
            Centers.commit(
                    Centers.open(center),
                    Centers.tx()
                            .create("/orders", "", Mode.PERSISTENT)
                            .create("/orders/config", "jobName: orders\nshardingTotalCount: 1\n", Mode.PERSISTENT));
            try (RegistryOperations operations = RegistryOperations.connect(URL, "jobs", null)) {
                assertThat(operations.jobs().names()).containsExactly("orders");
            }
        }
    }

    @Test
    void a_center_is_created_from_the_address_and_the_credentials() {
        try (CoordinatorRegistryCenter center = RegistryCenters.create("jdbc:h2:mem:address", "jobs", "sa:")) {
            assertThat(center).isInstanceOf(JdbcRegistryCenter.class);
            center.init();
            assertThat(Centers.await(center.openSession()).id()).isNotZero();
        }
    }

    @Test
    void a_database_without_the_tables_is_not_changed() {
        assertThatThrownBy(() -> {
                    try (RegistryOperations operations = RegistryOperations.connect(
                            TestServers.Kind.POSTGRES.database().url(), "jobs", "postgres:")) {
                        operations.jobs().names();
                    }
                })
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining("initializeSchema is EMBEDDED");
    }
}
