package dev.elasticjob.registry.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeer.ServerState;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig.ConfigException;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import org.apache.zookeeper.util.ServiceUtils;

/** Three ZooKeeper servers in this JVM. */
final class Ensemble implements AutoCloseable {

    private static final int SIZE = 3;
    private static final int PORTS_OF_A_MEMBER = 3;

    private final List<Member> members = new ArrayList<>();

    private Ensemble() {}

    static Ensemble start(Path directory) {
        ServiceUtils.setSystemExitProcedure(ServiceUtils.LOG_ONLY);
        Ensemble ensemble = new Ensemble();
        List<Integer> ports = freePorts(SIZE * PORTS_OF_A_MEMBER);
        for (int id = 1; id <= SIZE; id++) {
            ensemble.members.add(new Member(id, directory.resolve("member" + id), ports));
        }
        ensemble.members.forEach(Member::start);
        return ensemble;
    }

    String connectString() {
        return members.stream()
                .map(member -> "127.0.0.1:" + member.clientPort())
                .collect(Collectors.joining(","));
    }

    /** Returns the leader; there is one while a client is connected. */
    Member leader() {
        return members.stream().filter(Member::leads).findFirst().orElseThrow();
    }

    List<Member> members() {
        return List.copyOf(members);
    }

    @Override
    public void close() {
        members.forEach(Member::stop);
    }

    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1")));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server that can be stopped and started again with its data. */
    static final class Member {

        private final int id;
        private final Path directory;
        private final List<Integer> ports;
        private Main main;
        private Thread thread;

        Member(int id, Path directory, List<Integer> ports) {
            this.id = id;
            this.directory = directory;
            this.ports = ports;
        }

        int clientPort() {
            return port(id, 0);
        }

        private int port(int member, int kind) {
            return ports.get((member - 1) * PORTS_OF_A_MEMBER + kind);
        }

        void start() {
            try {
                Files.createDirectories(directory);
                Files.writeString(directory.resolve("myid"), Integer.toString(id));
                QuorumPeerConfig config = new QuorumPeerConfig();
                config.parseProperties(properties());
                main = new Main();
                thread = new Thread(() -> main.run(config), "ensemble-member-" + id);
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ConfigException e) {
                throw new IllegalStateException(e);
            }
        }

        private Properties properties() {
            Properties properties = new Properties();
            properties.setProperty("dataDir", directory.toString());
            properties.setProperty("clientPortAddress", "127.0.0.1");
            properties.setProperty("clientPort", Integer.toString(clientPort()));
            properties.setProperty("tickTime", "1000");
            properties.setProperty("initLimit", "20");
            properties.setProperty("syncLimit", "10");
            properties.setProperty("minSessionTimeout", "1000");
            properties.setProperty("maxSessionTimeout", "600000");
            properties.setProperty("maxClientCnxns", "0");
            properties.setProperty("admin.enableServer", "false");
            IntStream.rangeClosed(1, SIZE)
                    .forEach(member -> properties.setProperty(
                            "server." + member,
                            "127.0.0.1:" + port(member, 1) + ":" + port(member, 2) + ";127.0.0.1:" + port(member, 0)));
            return properties;
        }

        boolean leads() {
            return main.peer().getPeerState() == ServerState.LEADING;
        }

        void stop() {
            try {
                main.peer().shutdown();
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class Main extends QuorumPeerMain {

        private final CompletableFuture<QuorumPeer> made = new CompletableFuture<>();

        @Override
        protected QuorumPeer getQuorumPeer() throws javax.security.sasl.SaslException {
            QuorumPeer peer = super.getQuorumPeer();
            made.complete(peer);
            return peer;
        }

        QuorumPeer peer() {
            return Sessions.await(made);
        }

        void run(QuorumPeerConfig config) {
            try {
                runFromConfig(config);
            } catch (Exception e) {
                made.completeExceptionally(new IllegalStateException(e));
            }
        }
    }
}
