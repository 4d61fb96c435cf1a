package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import dev.elasticjob.registry.support.TransactionPlan;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SessionEndTest {

    @ParameterizedTest
    @EnumSource
    void another_session_ends_one_whose_process_has_died(Kind kind) throws Exception {
        JdbcConfiguration configuration = Centers.configuration(kind.database(), "dead");
        configuration.setSessionTimeoutMilliseconds(6_000);
        try (JdbcRegistryCenter center = Centers.start(configuration)) {
            leaveSession(configuration, "/dead");
            RegistrySession session = Centers.open(center);
            assertThat(node(session, "/dead")).isPresent();

            awaitEnd(session, "/dead");
        }
    }

    @Test
    void a_file_of_h2_keeps_everything_but_sessions_over_a_restart(@TempDir Path directory) throws Exception {
        JdbcConfiguration configuration =
                new JdbcConfiguration("jdbc:h2:file:" + directory.resolve("registry"), "restart");
        configuration.setSessionTimeoutMilliseconds(3_000);
        long number;
        try (JdbcRegistryCenter center = Centers.start(configuration)) {
            RegistrySession session = Centers.open(center);
            number = ((dev.elasticjob.registry.CommitResult.Committed)
                            Centers.commit(session, Centers.tx().create("/node", "kept", Mode.PERSISTENT)))
                    .number();
            leaveSession(configuration, "/bound");
        }
        try (JdbcRegistryCenter center = Centers.start(configuration)) {
            RegistrySession session = Centers.open(center);
            assertThat(node(session, "/node").orElseThrow().text()).isEqualTo("kept");
            assertThat(node(session, "/node").orElseThrow().created()).isEqualTo(number);
            awaitEnd(session, "/bound");
        }
    }

    /** Waits until a node is gone. A hint only says that something may have changed. */
    private static void awaitEnd(RegistrySession session, String path) throws InterruptedException {
        BlockingQueue<Hint> hints = new LinkedBlockingQueue<>();
        session.watch(path, Scope.NODE, hints::add);
        while (node(session, path).isPresent()) {
            assertThat(hints.poll(60, TimeUnit.SECONDS)).as("a hint").isNotNull();
        }
    }

    /** Opens a session with a bound node and then abandons it. */
    private static void leaveSession(JdbcConfiguration configuration, String path) throws SQLException {
        Dialect dialect = JdbcAddress.dialect(configuration.getUrl());
        try (Connection connection = new Connector(configuration, dialect, UnaryOperator.identity()).openWork()) {
            int ns = new Schema(connection, dialect, "test").namespace(configuration.getNamespace());
            dialect.open(connection, ns, 4711, configuration.getSessionTimeoutMilliseconds());
            TransactionPlan plan = TransactionPlan.of(
                    Transaction.builder().create(path, "", Mode.BOUND).build());
            assertThat(dialect.commit(connection, ns, new CommitCall(4711, 0, 0, plan)))
                    .isInstanceOf(CommitReply.Done.class);
        }
    }
}
