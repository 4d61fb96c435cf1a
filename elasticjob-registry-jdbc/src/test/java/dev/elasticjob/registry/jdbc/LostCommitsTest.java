package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.node;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that continues from an earlier state, as after a failover to an asynchronous standby. */
class LostCommitsTest {

    @ParameterizedTest
    @EnumSource
    void sessions_end_and_numbers_continue_behind_what_was_acknowledged(Kind kind) throws SQLException {
        Database database = kind.database();
        loseCommits(Centers.configuration(database, "lost"), database::open);
    }

    @Test
    void sessions_end_and_numbers_continue_behind_what_was_acknowledged_on_h2() throws SQLException {
        JdbcConfiguration configuration = new JdbcConfiguration("jdbc:h2:mem:lost;DB_CLOSE_DELAY=-1", "lost");
        loseCommits(configuration, () -> DriverManager.getConnection(configuration.getUrl()));
    }

    private interface Opener {
        Connection open() throws SQLException;
    }

    private static void loseCommits(JdbcConfiguration configuration, Opener opener) throws SQLException {
        try (JdbcRegistryCenter center = Centers.start(configuration)) {
            RegistrySession session = Centers.open(center);
            commit(session, tx().create("/node", "", Mode.PERSISTENT).create("/bound", "", Mode.BOUND));
            long acknowledged = 0;
            for (int i = 0; i < 10; i++) {
                acknowledged = ((Committed) commit(session, tx().set("/node", "" + i, i))).number();
            }

            try (Connection connection = opener.open();
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM ej_log WHERE commit_number > " + (acknowledged - 5));
            }

            Centers.awaitState(session, State.LOST);
            RegistrySession next = Centers.open(center);
            assertThat(node(next, "/bound")).isEmpty();
            Committed committed = (Committed) commit(next, tx().set("/node", "next", 10));
            assertThat(committed.number()).isGreaterThan(acknowledged);
        }
    }
}
