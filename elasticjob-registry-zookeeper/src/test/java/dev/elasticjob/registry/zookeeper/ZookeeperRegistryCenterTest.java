package dev.elasticjob.registry.zookeeper;

import static dev.elasticjob.registry.zookeeper.Sessions.create;
import static dev.elasticjob.registry.zookeeper.Sessions.exists;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryProvider;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.test.net.FaultyProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZookeeperRegistryCenterTest {

    @TempDir
    private Path directory;

    private EmbeddedZookeeper server;

    @BeforeEach
    void start() {
        server = EmbeddedZookeeper.start(directory, 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_server_that_is_down_is_reported_with_its_address_the_time_and_the_cause() {
        int port = server.port();
        server.close();
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("127.0.0.1:" + port, "jobs");
        configuration.setConnectionTimeoutMilliseconds(500);

        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("127.0.0.1:" + port)
                    .hasMessageContaining("500 ms")
                    .hasMessageContaining("CONNECTING")
                    .hasMessageContaining("cannot be reached")
                    .hasMessageContaining("connectionTimeoutMilliseconds");

            server = EmbeddedZookeeper.start(directory, port);
            center.init();
            assertThat(Sessions.await(center.openSession()).state()).isEqualTo(State.CONNECTED);
        }
    }

    @Test
    void an_unknown_host_is_reported() {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration("no-such-host.invalid:2181", "jobs");
        configuration.setConnectionTimeoutMilliseconds(300);

        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("no-such-host.invalid:2181 is an unknown host");
        }
    }

    @Test
    void a_session_that_cannot_be_opened_fails_within_the_connection_timeout() {
        ZookeeperConfiguration configuration = configuration("jobs");
        configuration.setConnectionTimeoutMilliseconds(2000);
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThatThrownBy(() -> Sessions.await(center.openSession()))
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("init()");
            center.init();
            server.close();

            assertThatThrownBy(() -> Sessions.await(center.openSession()))
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("2000 ms");
        }
    }

    @Test
    void a_session_outlives_a_restart_of_the_only_server() {
        try (ZookeeperRegistryCenter center = center("jobs")) {
            RegistrySession session = Sessions.open(center);
            long id = session.id();
            Sessions.committed(session, Transaction.builder().create("/bound", "", Mode.BOUND));
            int port = server.port();

            server.close();
            Sessions.awaitState(session, State.SUSPENDED);
            server = EmbeddedZookeeper.start(directory, port);
            Sessions.awaitState(session, State.CONNECTED);

            assertThat(session.id()).isEqualTo(id);
            assertThat(exists(session, "/bound")).isTrue();
            create(session, "/after", "");
        }
    }

    @Test
    void a_session_that_is_cut_off_for_longer_than_its_timeout_is_lost() {
        try (FaultyProxy proxy =
                FaultyProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
            ZookeeperConfiguration configuration = new ZookeeperConfiguration(proxy.connectString(), "jobs");
            configuration.setSessionTimeoutMilliseconds(1000);
            try (ZookeeperRegistryCenter cutOff = new ZookeeperRegistryCenter(configuration)) {
                RegistrySession session = Sessions.open(cutOff);
                Sessions.committed(session, Transaction.builder().create("/bound", "", Mode.BOUND));

                proxy.cut();
                Sessions.awaitState(session, State.LOST);

                assertThat(session.leaseLeft()).isZero();
                assertThat(session.timeout().toMillis()).isEqualTo(1000);
                proxy.heal();
                RegistrySession next = Sessions.await(cutOff.openSession());
                assertThat(next.id()).isNotEqualTo(session.id());
            }
        }
    }

    @Test
    void one_of_several_servers_is_enough() {
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(
                new ZookeeperConfiguration("127.0.0.1:1," + server.connectString(), "jobs"))) {
            create(Sessions.open(center), "/node", "");
        }
    }

    @Test
    void a_path_in_the_server_list_is_created_and_contains_the_namespace() {
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(
                        new ZookeeperConfiguration(server.connectString() + "/some/path", "jobs/mine"));
                ZookeeperRegistryCenter whole = center("some")) {
            RegistrySession session = Sessions.open(center);
            create(session, "/node", "");

            assertThat(exists(Sessions.open(whole), "/path/jobs/mine/node")).isTrue();
            assertThat(exists(session, "/")).isTrue();
        }
    }

    @Test
    void a_path_in_the_server_list_that_cannot_be_created_is_reported() throws Exception {
        try (ZookeeperRegistryCenter owner = center("owned")) {
            ZookeeperRegistrySession session = (ZookeeperRegistrySession) Sessions.open(owner);
            List<ACL> readOnly = Ids.READ_ACL_UNSAFE;
            session.connection().client().create("/closed", new byte[0], readOnly, CreateMode.PERSISTENT);
        }
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(
                new ZookeeperConfiguration(server.connectString() + "/closed/path", "jobs"))) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("Cannot create /closed/path")
                    .hasMessageContaining("NOAUTH");
        }
        try (ZookeeperRegistryCenter center = center("closed")) {
            assertThatThrownBy(center::init)
                    .isInstanceOf(RegistryException.class)
                    .hasMessageContaining("Cannot create nodes in /closed");
        }
    }

    @Test
    void sessions_of_one_center_are_independent() {
        try (ZookeeperRegistryCenter center = center("jobs")) {
            RegistrySession first = Sessions.open(center);
            RegistrySession second = Sessions.await(center.openSession());
            Sessions.committed(first, Transaction.builder().create("/first", "", Mode.BOUND));
            Sessions.committed(second, Transaction.builder().create("/second", "", Mode.BOUND));

            Sessions.expire(server.connectString(), first);
            Sessions.awaitState(first, State.LOST);

            assertThat(second.state()).isEqualTo(State.CONNECTED);
            assertThat(exists(second, "/first")).isFalse();
            assertThat(exists(second, "/second")).isTrue();
        }
    }

    @Test
    void it_is_found_by_its_type() {
        RegistryProvider provider =
                Extensions.find(RegistryProvider.class, "zookeeper").orElseThrow();
        try (CoordinatorRegistryCenter center = provider.create(server.connectString(), "jobs", "user:password")) {
            center.init();
            create(Sessions.await(center.openSession()), "/node", "");
            assertThat(center.describe()).contains(server.connectString()).doesNotContain("password");
        }
        try (CoordinatorRegistryCenter center = provider.create(server.connectString(), "jobs", "")) {
            assertThatThrownBy(center::init).isInstanceOf(RegistryException.class);
        }
    }

    @Test
    void a_receiver_may_close_the_center() {
        ZookeeperRegistryCenter center = center("jobs");
        RegistrySession session = Sessions.open(center);
        session.read(ReadRequest.of("/")).thenRun(center::close);

        Sessions.awaitState(session, State.CLOSED);
    }

    @Test
    void a_client_property_limits_the_size_of_transactions() {
        ZookeeperConfiguration configuration = configuration("jobs");
        Map.of("jute.maxbuffer", "50000").forEach(configuration::setClientProperty);
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            assertThat(Sessions.open(center).limits().transactionBytes()).isBetween(40_000, 50_000);
        }
    }

    private ZookeeperConfiguration configuration(String namespace) {
        return new ZookeeperConfiguration(server.connectString(), namespace);
    }

    private ZookeeperRegistryCenter center(String namespace) {
        return new ZookeeperRegistryCenter(configuration(namespace));
    }
}
