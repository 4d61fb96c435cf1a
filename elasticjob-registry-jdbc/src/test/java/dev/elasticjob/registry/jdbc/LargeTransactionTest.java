package dev.elasticjob.registry.jdbc;

import static dev.elasticjob.registry.jdbc.Centers.commit;
import static dev.elasticjob.registry.jdbc.Centers.node;
import static dev.elasticjob.registry.jdbc.Centers.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.TestServers.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LargeTransactionTest {

    private static final int CHILDREN = 9_000;

    /** Takes longer than the network timeout where the number of comparisons grows with the square of the number of steps. */
    @ParameterizedTest
    @EnumSource
    void a_node_is_deleted_with_thousands_of_children_in_one_transaction(Kind kind) {
        try (JdbcRegistryCenter center = Centers.start(Centers.configuration(kind.database(), "large"))) {
            RegistrySession session = Centers.open(center);
            commit(session, tx().create("/parent", "", Mode.PERSISTENT));
            Transaction.Builder creations = tx();
            Transaction.Builder deletions = tx();
            for (int i = 0; i < CHILDREN; i++) {
                creations.create("/parent/" + i, "", Mode.PERSISTENT);
                deletions.delete("/parent/" + i, 0);
            }
            assertThat(commit(session, creations)).isInstanceOf(Committed.class);
            commit(session, tx().create("/parent/other", "", Mode.PERSISTENT));

            deletions.delete("/parent", 0);
            Conflict conflict = (Conflict) commit(session, deletions);
            assertThat(conflict.reason()).isEqualTo(Reason.HAS_CHILDREN);
            assertThat(conflict.index()).isEqualTo(CHILDREN);

            commit(session, tx().delete("/parent/other", 0));
            assertThat(commit(session, deletions)).isInstanceOf(Committed.class);
            assertThat(node(session, "/parent")).isEmpty();
        }
    }
}
