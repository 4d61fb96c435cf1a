package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockTest {

    /** One and a half timeouts. */
    private static final int BEATS = 9;

    @Test
    void no_session_ends_when_the_clock_of_the_database_is_an_hour_ahead_and_an_hour_behind() throws SQLException {
        Database database = Kind.POSTGRES.database();
        Centers.start(Centers.configuration(database, "clock")).close();
        for (String sign : new String[] {"+", "-"}) {
            String schema = sign.equals("+") ? "ahead" : "behind";
            database.execute(
                    "CREATE SCHEMA " + schema,
                    "CREATE FUNCTION " + schema + ".clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
                            + " $$ SELECT pg_catalog.clock_timestamp() " + sign + " interval '1 hour' $$");
        }
        try (JdbcRegistryCenter ahead = Centers.start(shifted(database, "ahead"));
                JdbcRegistryCenter behind = Centers.start(shifted(database, "behind"))) {
            RegistrySession one = Centers.open(ahead);
            RegistrySession other = Centers.open(behind);

            Committed early = (Committed) commit(other, tx().create("/behind", "", Mode.BOUND));
            Committed late = (Committed) commit(one, tx().create("/ahead", "", Mode.BOUND));
            assertThat(Duration.between(early.time(), late.time())).isGreaterThan(Duration.ofMinutes(119));

            awaitBeats(database, one);
            awaitBeats(database, other);
            assertThat(one.state()).isEqualTo(State.CONNECTED);
            assertThat(other.state()).isEqualTo(State.CONNECTED);
            assertThat(Centers.node(one, "/behind")).isPresent();
            assertThat(Centers.node(other, "/ahead")).isPresent();
        }
    }

    private static JdbcConfiguration shifted(Database database, String schema) {
        JdbcConfiguration configuration =
                new JdbcConfiguration(database.url() + "&currentSchema=" + schema + ",public,pg_catalog", "clock");
        configuration.setUsername(database.kind().user);
        configuration.setInitializeSchema(InitializeSchema.NEVER);
        configuration.setSessionTimeoutMilliseconds(6_000);
        return configuration;
    }

    private static void awaitBeats(Database database, RegistrySession session) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            long beat = 0;
            while (beat < BEATS) {
                // The query itself waits, which avoids a busy loop.
                try (ResultSet row = statement.executeQuery(
                        "SELECT s.beat, pg_sleep(0.05) FROM ej_session s WHERE id = " + session.id())) {
                    assertThat(row.next()).as("the session exists").isTrue();
                    beat = row.getLong(1);
                }
            }
        }
    }
}
