package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryProvider;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import dev.elasticjob.spi.Extensions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the messages for databases with problems; they must contain the remedy. */
class TroubleTest {

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void without_tables_the_ddl_is_printed_and_nothing_is_created(Kind kind) throws SQLException {
        Database database = kind.database();
        JdbcConfiguration configuration = Centers.configuration(database, "jobs");
        configuration.setInitializeSchema(InitializeSchema.EMBEDDED);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Centers.start(configuration))
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("initializeSchema is EMBEDDED. Set it to ALWAYS")
                    .hasMessageContaining("CREATE TABLE ej_node");
        }

        for (String each : JdbcSchema.ddl(database.url()).split("(?m)^-- ;;\\R")) {
            database.execute(each);
        }
        Centers.start(configuration).close();
    }

    @Test
    void another_version_of_the_schema_is_refused() throws SQLException {
        Database database = Kind.POSTGRES.database();
        JdbcConfiguration configuration = Centers.configuration(database, "jobs");
        Centers.start(configuration).close();
        database.execute("UPDATE ej_namespace SET schema_version = 2 WHERE id = 0");

        assertThatThrownBy(() -> Centers.start(configuration))
                .hasMessageContaining("schema has version 2, and this version of elasticjob-registry-jdbc needs 1")
                .hasMessageContaining("Upgrade elasticjob-registry-jdbc");
    }

    @Test
    void missing_privileges_are_named() throws SQLException {
        Database database = Kind.POSTGRES.database();
        Centers.start(Centers.configuration(database, "jobs")).close();
        String user = "reader_of_" + database.name();
        database.execute("CREATE USER " + user, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + user);
        JdbcConfiguration configuration = Centers.configuration(database, "others");
        configuration.setUsername(user);

        assertThatThrownBy(() -> Centers.start(configuration))
                .isInstanceOf(RegistryException.class)
                .hasMessageContaining(database.name())
                .hasMessageContaining("Grant SELECT, INSERT, UPDATE");
    }

    @Test
    void a_read_only_server_is_refused() throws SQLException {
        Database database = Kind.POSTGRES.database();
        database.execute("ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on");

        assertThatThrownBy(() -> Centers.start(Centers.configuration(database, "jobs")))
                .hasMessageContaining("read-only")
                .hasMessageContaining("targetServerType=primary");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_transaction_that_another_client_leaves_open_delays_nobody_unless_it_locks_the_tables(Kind kind)
            throws SQLException {
        Database database = kind.database();
        JdbcConfiguration configuration = Centers.configuration(database, "jobs");
        configuration.setSessionTimeoutMilliseconds(15_000);
        try (JdbcRegistryCenter center = Centers.start(configuration);
                Connection other = database.open();
                Statement statement = other.createStatement()) {
            RegistrySession session = Centers.open(center);
            commit(session, tx().create("/node", "", Mode.PERSISTENT));
            other.setAutoCommit(false);
            other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.executeQuery("SELECT * FROM ej_node").close();
            for (int i = 0; i < 20; i++) {
                assertThat(commit(session, tx().set("/node", "" + i, i))).isInstanceOf(Committed.class);
            }
            other.rollback();

            statement
                    .executeQuery("SELECT * FROM ej_node WHERE path = '/node' FOR UPDATE")
                    .close();
            Refused refused = (Refused) commit(session, tx().set("/node", "", 20));
            assertThat(refused.refusal()).isEqualTo(Refusal.NOT_ALLOWED);
            assertThat(refused.reason()).contains("Another client holds a lock", "end its transaction");

            other.rollback();
            assertThat(commit(session, tx().set("/node", "", 20))).isInstanceOf(Committed.class);
        }
    }

    @Test
    void a_full_disk_is_a_rejection_with_a_remedy() {
        SQLException full = new SQLException("could not extend file", "53100");

        assertThat(SqlErrors.isRejection(full)).isTrue();
        assertThat(SqlErrors.explain(full))
                .isEqualTo("could not extend file (SQLSTATE 53100). The disk of the database is full: make room");
        assertThat(SqlErrors.isRejection(new SQLException("terminating connection", "57P01")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:oracle:thin:@db",
                "jdbc:h2:tcp://db/x",
                "jdbc:h2:file:/x;AUTO_SERVER=TRUE",
                "jdbc:h2:mem:;MODE=MySQL",
                "db:2181"
            })
    void other_addresses_are_refused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcRegistryCenter(new JdbcConfiguration(url, "jobs")))
                .withMessageContaining("JDBC registry setting url");
    }

    @Test
    void settings_that_contradict_each_other_are_refused() {
        JdbcConfiguration configuration = new JdbcConfiguration("jdbc:h2:mem:x", "jobs");
        configuration.setSessionTimeoutMilliseconds(3_000);
        configuration.setPollIntervalMilliseconds(1_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcRegistryCenter(configuration))
                .withMessage("JDBC registry setting pollIntervalMilliseconds '1000': it must be at most a sixth of"
                        + " sessionTimeoutMilliseconds, which is 3000");
    }

    @Test
    void passwords_in_addresses_are_not_shown() {
        JdbcConfiguration configuration =
                new JdbcConfiguration("jdbc:postgresql://me:secret@db:5432/jobs?password=secret", "jobs");
        configuration.setPassword("secret");

        assertThat(new JdbcRegistryCenter(configuration).describe())
                .isEqualTo("jdbc:postgresql://db:5432/jobs, namespace jobs");
        assertThat(configuration.toString()).doesNotContain("secret");
    }

    @Test
    void namespaces_in_one_schema_do_not_see_each_other_and_a_provider_finds_them() {
        Database database = Kind.POSTGRES.database();
        Centers.start(Centers.configuration(database, "first")).close();
        RegistryProvider provider =
                Extensions.find(RegistryProvider.class, "jdbc").orElseThrow();
        try (CoordinatorRegistryCenter first = provider.create(database.url(), "first", "postgres:");
                CoordinatorRegistryCenter second = provider.create(database.url(), "second", "postgres:")) {
            first.init();
            second.init();
            RegistrySession one = Centers.await(first.openSession());
            RegistrySession other = Centers.await(second.openSession());
            assertThat(commit(one, tx().create("/node", "", Mode.PERSISTENT))).isInstanceOf(Committed.class);

            assertThat(Centers.node(other, "/node")).isEmpty();
            assertThat(commit(other, tx().create("/node", "", Mode.PERSISTENT))).isInstanceOf(Committed.class);
        }
    }
}
