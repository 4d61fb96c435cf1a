package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.support.Lease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseTest {

    private final AtomicLong time =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());

    @Test
    void it_counts_from_the_sending_of_the_last_request_that_was_answered() {
        Lease lease = new Lease(time::get);
        lease.granted(Duration.ofSeconds(60));
        assertThat(lease.left()).isEqualTo(Duration.ofSeconds(60));

        long sentAt = lease.now();
        pass(Duration.ofSeconds(10));
        assertThat(lease.left()).isEqualTo(Duration.ofSeconds(50));
        long sentLater = lease.now();
        pass(Duration.ofSeconds(10));
        lease.answered(sentLater);
        assertThat(lease.left()).isEqualTo(Duration.ofSeconds(50));
        lease.answered(sentAt);
        assertThat(lease.left()).isEqualTo(Duration.ofSeconds(50));
    }

    @Test
    void it_is_zero_when_its_time_or_the_session_is_over() {
        Lease lease = new Lease(time::get);
        lease.granted(Duration.ofSeconds(60));
        pass(Duration.ofSeconds(61));
        assertThat(lease.left()).isZero();

        lease.answered(lease.now());
        assertThat(lease.left()).isPositive();
        lease.end();
        assertThat(lease.left()).isZero();
    }

    @Test
    void a_process_that_was_paused_has_no_lease_until_a_request_is_answered() {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(
                        new ZookeeperConfiguration(server.connectString(), "jobs"), time::get)) {
            RegistrySession session = Sessions.open(center);
            assertThat(session.leaseLeft()).isEqualTo(session.timeout()).isEqualTo(Duration.ofSeconds(60));

            pass(Duration.ofMinutes(2));
            assertThat(session.state()).isEqualTo(State.CONNECTED);
            assertThat(session.leaseLeft()).isZero();

            Sessions.read(session, ReadRequest.of("/"));
            assertThat(session.leaseLeft()).isEqualTo(Duration.ofSeconds(60));
        }
    }

    private void pass(Duration duration) {
        time.addAndGet(duration.toNanos());
    }
}
