package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.await;

import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaTest {

    @ParameterizedTest
    @EnumSource
    void a_client_that_waits_while_another_one_creates_the_schema_uses_that_schema(Kind kind) throws SQLException {
        Database database = kind.database();
        JdbcConfiguration configuration = Centers.configuration(database, "jobs");
        Dialect dialect = JdbcAddress.dialect(configuration.getUrl());
        AtomicReference<CompletableFuture<Void>> other = new AtomicReference<>();
        try (Connection creator = new Connector(configuration, dialect, UnaryOperator.identity()).openWork();
                Statement statement = creator.createStatement()) {
            dialect.exclusively(creator, () -> {
                other.set(CompletableFuture.runAsync(
                        () -> Centers.start(configuration).close()));
                awaitWaitingClient(database);
                for (String each : JdbcSchema.ddl(configuration.getUrl()).split("(?m)^-- ;;\\R")) {
                    statement.execute(each);
                }
            });
        }
        await(other.get());
    }

    private static void awaitWaitingClient(Database database) throws SQLException {
        String query = database.kind() == Kind.POSTGRES
                ? "SELECT COUNT(*) > 0, pg_sleep(0.05) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock' AND wait_event = 'advisory'"
                : "SELECT COUNT(*) > 0 AND SLEEP(0.05) = 0 FROM information_schema.processlist WHERE db = DATABASE()"
                        + " AND state = 'User lock'";
        try (Connection observer = database.open()) {
            while (!Dialect.isTrue(observer, query)) {
                // The query itself waits, which avoids a busy loop.
            }
        }
    }
}
