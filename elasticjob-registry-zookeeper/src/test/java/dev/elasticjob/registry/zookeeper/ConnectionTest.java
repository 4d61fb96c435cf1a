package dev.elasticjob.registry.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.test.net.FaultyProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;

class ConnectionTest {

    private static final int NUMBER_OFFSET = 4;
    private static final int ERROR_OFFSET = 16;

    @Test
    void a_reconnect_that_is_answered_with_an_unexpected_code_is_tried_again() {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                FaultyProxy proxy =
                        FaultyProxy.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
                ZookeeperRegistryCenter center =
                        new ZookeeperRegistryCenter(new ZookeeperConfiguration(proxy.connectString(), "jobs"))) {
            RegistrySession session = Sessions.open(center);
            AtomicInteger failures = new AtomicInteger(3);
            proxy.editAnswers(failing(failures));

            proxy.cut();
            Sessions.awaitState(session, State.SUSPENDED);
            proxy.heal();
            Sessions.awaitState(session, State.CONNECTED);

            assertThat(failures).hasValue(0);
            assertThat(Sessions.await(session.read(ReadRequest.of("/")))).isInstanceOf(ReadResult.Snapshot.class);
        }
    }

    /** Makes the server answer requests with an error, the given number of times. */
    private static Consumer<byte[]> failing(AtomicInteger times) {
        return piece -> {
            ByteBuffer bytes = ByteBuffer.wrap(piece);
            for (int at = 0; at + ERROR_OFFSET + 4 <= piece.length; at += 4 + bytes.getInt(at)) {
                // Pings and watches have negative numbers; the response to the handshake has zero.
                boolean isRequest = bytes.getInt(at + NUMBER_OFFSET) > 0;
                if (isRequest && times.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    bytes.putInt(at + ERROR_OFFSET, Code.SYSTEMERROR.intValue());
                }
            }
        };
    }

    @Test
    void a_session_that_found_no_server_is_not_reported_as_ended_by_the_servers() {
        EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(server.connectString(), "jobs");
        configuration.setSessionTimeoutMilliseconds(3_000);
        try (ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration)) {
            ZookeeperRegistrySession session = (ZookeeperRegistrySession) Sessions.open(center);
            server.close();
            Sessions.awaitState(session, State.LOST);

            assertThat(session.connection().condition())
                    .contains("no server was reached for longer than the session timeout");
        }
    }

    @Test
    void a_session_that_the_servers_ended_is_reported_as_such() {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                ZookeeperRegistryCenter center =
                        new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), "jobs"))) {
            ZookeeperRegistrySession session = (ZookeeperRegistrySession) Sessions.open(center);
            Sessions.expire(server.connectString(), session);
            Sessions.awaitState(session, State.LOST);

            assertThat(session.connection().condition()).contains("the servers have ended the session");
        }
    }
}
