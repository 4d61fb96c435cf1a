package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.await;
import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.node;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Database;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HeldCommitTest {

    @ParameterizedTest
    @EnumSource
    void a_commit_that_arrives_after_its_session_has_reconnected_changes_nothing(Kind kind) throws IOException {
        Database database = kind.database();
        try (HoldingProxy proxy = new HoldingProxy(database.server())) {
            JdbcConfiguration configuration = new JdbcConfiguration(database.url(proxy.address()), "held");
            configuration.setUsername(kind.user);
            configuration.setInitializeSchema(InitializeSchema.ALWAYS);
            configuration.setConnectionTimeoutMilliseconds(60_000);
            try (JdbcRegistryCenter center = Centers.start(configuration)) {
                RegistrySession session = Centers.open(center);
                assertThat(commit(session, tx().create("/node", "", Mode.PERSISTENT)))
                        .isInstanceOf(Committed.class);

                proxy.holdNext("ej_commit");
                CompletionStage<CommitResult> held =
                        session.commit(tx().set("/node", "late", 0).build());
                await(proxy.holding());
                assertThat(await(held)).isInstanceOf(Unknown.class);
                Centers.awaitState(session, State.CONNECTED);
                assertThat(node(session, "/node").orElseThrow().version()).isZero();

                await(proxy.release());

                assertThat(node(session, "/node").orElseThrow().version()).isZero();
                assertThat(commit(session, tx().set("/node", "in time", 0))).isInstanceOf(Committed.class);
                assertThat(node(session, "/node").orElseThrow().text()).isEqualTo("in time");
            }
        }
    }
}
