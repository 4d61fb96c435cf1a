package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.await;
import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.node;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import dev.elasticjob.test.net.FaultyProxy;
import dev.elasticjob.test.net.FaultyProxy.Direction;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutageTest {

    @ParameterizedTest
    @EnumSource
    void a_frozen_database_suspends_sessions_which_continue_afterwards(Kind kind) {
        Database database = kind.database();
        try (FaultyProxy proxy = FaultyProxy.to(database.server())) {
            JdbcConfiguration configuration = new JdbcConfiguration(database.url(proxy.address()), "frozen");
            configuration.setUsername(kind.user);
            configuration.setInitializeSchema(InitializeSchema.ALWAYS);
            configuration.setConnectionTimeoutMilliseconds(60_000);
            configuration.setSessionTimeoutMilliseconds(9_000);
            try (JdbcRegistryCenter center = Centers.start(configuration)) {
                RegistrySession session = Centers.open(center);
                commit(session, tx().create("/bound", "", Mode.BOUND));

                proxy.hold(Direction.TO_CLIENT);
                CompletionStage<CommitResult> held =
                        session.commit(tx().set("/bound", "held", 0).build());
                Centers.awaitState(session, State.SUSPENDED);
                // Unknown, unless the notification of the first commit was still being sent.
                assertThat(await(held)).isNotInstanceOf(Committed.class);
                proxy.heal();

                Centers.awaitState(session, State.CONNECTED);
                int version = node(session, "/bound").orElseThrow().version();
                assertThat(commit(session, tx().set("/bound", "next", version))).isInstanceOf(Committed.class);
            }
        }
    }

    @Test
    void a_restart_of_the_server_loses_neither_nodes_nor_sessions(@TempDir Path directory) throws IOException {
        EmbeddedPostgres server = start(directory, 0);
        int port = server.getPort();
        try {
            JdbcConfiguration configuration =
                    new JdbcConfiguration("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "restart");
            configuration.setUsername("postgres");
            configuration.setInitializeSchema(InitializeSchema.ALWAYS);
            configuration.setConnectionTimeoutMilliseconds(60_000);
            try (JdbcRegistryCenter center = Centers.start(configuration)) {
                RegistrySession session = Centers.open(center);
                Committed before = (Committed) commit(session, tx().create("/bound", "", Mode.BOUND));

                server.close();
                Centers.awaitState(session, State.SUSPENDED);
                server = start(directory, port);

                Centers.awaitState(session, State.CONNECTED);
                assertThat(node(session, "/bound").orElseThrow().owner()).isEqualTo(session.id());
                Committed after = (Committed) commit(session, tx().set("/bound", "", 0));
                assertThat(after.number()).isGreaterThan(before.number());
            }
        } finally {
            server.close();
        }
    }

    @Test
    void a_server_that_becomes_read_only_is_left_for_the_next_primary(@TempDir Path directory) throws Exception {
        try (EmbeddedPostgres server = start(directory, 0);
                Connection operator = server.getPostgresDatabase().getConnection();
                Statement statement = operator.createStatement()) {
            JdbcConfiguration configuration =
                    new JdbcConfiguration("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres", "failover");
            configuration.setUsername("postgres");
            configuration.setInitializeSchema(InitializeSchema.ALWAYS);
            configuration.setConnectionTimeoutMilliseconds(60_000);
            try (JdbcRegistryCenter center = Centers.start(configuration)) {
                RegistrySession session = Centers.open(center);
                statement.execute("ALTER SYSTEM SET default_transaction_read_only = on");
                statement.execute("SELECT pg_reload_conf()");
                Refused refused;
                do {
                    // The server applies the setting a moment later.
                    CommitResult result = commit(session, tx().create("/node", "", Mode.PERSISTENT));
                    if (result instanceof Committed) {
                        commit(session, tx().delete("/node", 0));
                    }
                    refused = result instanceof Refused known ? known : null;
                } while (refused == null);
                assertThat(refused.reason()).contains("read-only");
                Centers.awaitState(session, State.SUSPENDED);

                statement.execute("SET default_transaction_read_only = off");
                statement.execute("ALTER SYSTEM RESET default_transaction_read_only");
                statement.execute("SELECT pg_reload_conf()");

                Centers.awaitState(session, State.CONNECTED);
                assertThat(commit(session, tx().create("/next", "", Mode.PERSISTENT)))
                        .isInstanceOf(Committed.class);
            }
        }
    }

    private static EmbeddedPostgres start(Path directory, int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("data"))
                .setCleanDataDirectory(false);
        return (port == 0 ? builder : builder.setPort(port)).start();
    }
}
