package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Failed;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.test.net.FaultyProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadsTest {

    private EmbeddedZookeeper server;
    private FaultyProxy proxy;

    @BeforeEach
    void start() {
        server = EmbeddedZookeeper.startTemporary();
        proxy = FaultyProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void a_read_that_loses_its_connection_is_repeated() {
        try (ZookeeperRegistryCenter center = center(3000, 3)) {
            RegistrySession session = Sessions.open(center);
            Sessions.create(session, "/node", "");
            Frames frames = new Frames();
            proxy.cutBeforeRequest(frames.request());

            CompletionStage<ReadResult> read = session.read(ReadRequest.of("/node"));
            Sessions.awaitState(session, RegistrySession.State.SUSPENDED);
            proxy.heal();

            assertThat(Sessions.await(read)).isInstanceOf(Snapshot.class);
        }
    }

    @Test
    void a_read_is_not_repeated_while_there_is_no_connection() {
        try (ZookeeperRegistryCenter center = center(1, 3)) {
            RegistrySession session = Sessions.open(center);
            proxy.cutBeforeRequest(new Frames().request());

            ReadResult result = Sessions.await(session.read(ReadRequest.of("/node")));

            assertThat(result).isInstanceOf(Failed.class);
            assertThat(((Failed) result).sessionOver()).isFalse();
        }
    }

    @Test
    void waits_between_repetitions_double_up_to_the_longest() {
        ClientSettings.Retries retries =
                new ClientSettings.Retries(5, Duration.ofMillis(1000), Duration.ofMillis(3000));

        assertThat(retries.before(1)).hasMillis(1000);
        assertThat(retries.before(2)).hasMillis(2000);
        assertThat(retries.before(3)).hasMillis(3000);
        assertThat(retries.before(100)).hasMillis(3000);
    }

    @Test
    void containers_of_other_engines_belong_to_no_session() throws Exception {
        try (ZookeeperRegistryCenter center = center(1, 0)) {
            ZookeeperRegistrySession session = (ZookeeperRegistrySession) Sessions.open(center);
            session.connection().client().create("/jobs/container", null, Ids.OPEN_ACL_UNSAFE, CreateMode.CONTAINER);

            Snapshot snapshot = Sessions.read(session, ReadRequest.of("/container"));

            assertThat(snapshot.node("/container")).hasValueSatisfying(node -> {
                assertThat(node.owner()).isZero();
                assertThat(node.isEmpty()).isTrue();
            });
        }
    }

    private ZookeeperRegistryCenter center(int sleep, int retries) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(proxy.connectString(), "jobs");
        configuration.setBaseSleepTimeMilliseconds(sleep);
        configuration.setMaxSleepTimeMilliseconds(sleep);
        configuration.setMaxRetries(retries);
        return new ZookeeperRegistryCenter(configuration);
    }
}
