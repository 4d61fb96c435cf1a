package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.await;
import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.test.registry.FaultyClient.Loss;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the faults that the contract injects on H2. */
class InProcessClientTest {

    private static final String URL = "jdbc:h2:mem:faults;DB_CLOSE_DELAY=-1";

    @ParameterizedTest
    @EnumSource
    void a_loss_that_is_requested_while_a_session_reconnects_strikes_its_next_commit_only(Loss loss)
            throws SQLException {
        try (InProcessClient client = new InProcessClient(URL, "reconnect-" + loss);
                Connection other = DriverManager.getConnection(URL);
                Statement statement = other.createStatement()) {
            client.center().init();
            RegistrySession session = await(client.center().openSession());
            commit(session, tx().create("/node", "", Mode.PERSISTENT));
            other.setAutoCommit(false);
            // The session cannot reconnect until this lock is released.
            statement
                    .executeQuery("SELECT * FROM ej_namespace WHERE name = 'reconnect-" + loss + "' FOR UPDATE")
                    .close();
            client.cut(session);
            Centers.awaitState(session, State.SUSPENDED);
            client.heal(session);

            client.loseNextCommit(session, loss);
            other.rollback();

            Centers.awaitState(session, State.CONNECTED);
            assertThat(commit(session, tx().set("/node", "lost", 0))).isInstanceOf(Unknown.class);
            client.heal(session);
            Centers.awaitState(session, State.CONNECTED);
            assertThat(commit(session, tx().set("/node", "next", loss == Loss.AFTER_APPLYING ? 1 : 0)))
                    .isInstanceOf(Committed.class);
        }
    }
}
