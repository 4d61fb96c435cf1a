package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.ZooDefs.Ids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LostTransactionsTest {

    private static final Namespace NAMESPACE = new Namespace("", "jobs");
    private static final int LARGE = 100_000;

    private final AtomicLong time = new AtomicLong();
    private final LostTransactions lost = new LostTransactions(time::get);

    @Test
    void a_large_transaction_lost_twice_is_held_back_whatever_its_versions_and_data() {
        lost.lost(set(LARGE, 1, 'a'));
        assertThat(lost.holdsBack(set(LARGE, 2, 'b'))).isFalse();
        lost.lost(set(LARGE, 2, 'b'));

        assertThat(lost.holdsBack(set(LARGE, 3, 'c'))).isTrue();
        assertThat(lost.holdsBack(set(LARGE - 1, 3, 'c'))).isFalse();
    }

    @Test
    void a_small_transaction_is_never_held_back() {
        for (int i = 0; i < 5; i++) {
            lost.lost(set(1000, i, 'a'));
        }

        assertThat(lost.holdsBack(set(1000, 9, 'a'))).isFalse();
    }

    @Test
    void an_answer_to_the_same_or_a_larger_one_clears_it() {
        for (int bytes : new int[] {LARGE, LARGE + 1}) {
            lost.lost(set(LARGE, 1, 'a'));
            lost.lost(set(LARGE, 1, 'a'));
            lost.answered(set(LARGE - 1, 1, 'a'));
            assertThat(lost.holdsBack(set(LARGE, 1, 'a'))).isTrue();

            lost.answered(set(bytes, 1, 'a'));
            assertThat(lost.holdsBack(set(LARGE, 1, 'a'))).isFalse();
        }
    }

    @Test
    void it_is_forgotten_after_a_while() {
        lost.lost(set(LARGE, 1, 'a'));
        lost.lost(set(LARGE, 1, 'a'));
        time.addAndGet(Duration.ofMinutes(11).toNanos());

        assertThat(lost.holdsBack(set(LARGE, 1, 'a'))).isFalse();
    }

    @Test
    void a_server_with_a_lower_limit_than_the_client_drops_the_connection_twice_and_no_more(@TempDir Path directory) {
        try (ChildServer server = ChildServer.start(directory, Map.of("jute.maxbuffer", "80000"), false);
                ZookeeperRegistryCenter center =
                        new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"))) {
            RegistrySession session = Sessions.open(center);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThat(Sessions.commit(session, large())).isInstanceOf(CommitResult.Unknown.class);
                Sessions.awaitState(session, State.SUSPENDED);
                Sessions.awaitState(session, State.CONNECTED);
            }

            CommitResult result = Sessions.commit(session, large());

            assertThat(result).isInstanceOf(Refused.class);
            assertThat(((Refused) result).refusal()).isEqualTo(Refusal.LOST_TWICE);
            assertThat(((Refused) result).reason()).contains("jute.maxbuffer").contains("bytes");
            Sessions.create(session, "/small", "");
        }
    }

    private static Transaction.Builder large() {
        return Transaction.builder().create("/large", new byte[LARGE], Mode.PERSISTENT);
    }

    private static CommitPlan set(int bytes, int version, char content) {
        Transaction transaction = Transaction.builder()
                .set("/node", String.valueOf(content).repeat(bytes), version)
                .build();
        return CommitPlan.of(transaction, NAMESPACE, Ids.OPEN_ACL_UNSAFE);
    }
}
