package dev.elasticjob.chaos.cluster;

import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.chaos.worker.RegistryServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** ZooKeeper servers, each in a separate process: a standalone server or an ensemble. */
public final class RegistryServers implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final int ANSWER_MILLIS = 1000;

    private final Chronicle chronicle;
    private final List<Server> servers = new ArrayList<>();
    private int disturbances;

    private RegistryServers(Chronicle chronicle) {
        this.chronicle = chronicle;
    }

    /** Starts the servers and waits until they serve requests. */
    static RegistryServers start(Chronicle chronicle, List<Path> data) {
        RegistryServers result = new RegistryServers(chronicle);
        List<Integer> ports = freePorts(data.size() * 3);
        for (int i = 0; i < data.size(); i++) {
            Path log = chronicle.directory().resolve("server-" + i + ".log");
            result.servers.add(new Server(i, data.get(i), ports, data.size(), log));
        }
        result.servers.forEach(Server::start);
        if (!Pause.until(result::isServing, LONGEST_START)) {
            result.close();
            throw new IllegalStateException("The registry does not start; see the logs in " + chronicle.directory());
        }
        return result;
    }

    /**
     * Returns ports assigned by the operating system. If another process takes one before the servers start, the trial
     * fails.
     */
    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
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

    public int count() {
        return servers.size();
    }

    InetSocketAddress address(int server) {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), servers.get(server).clientPort());
    }

    String connectString() {
        return servers.stream().map(each -> "127.0.0.1:" + each.clientPort()).collect(Collectors.joining(","));
    }

    /** Returns the server that leads the ensemble, or the standalone server. */
    public OptionalInt leader() {
        return IntStream.range(0, servers.size())
                .filter(i ->
                        List.of("leader", "standalone").contains(servers.get(i).mode()))
                .findFirst();
    }

    public boolean isServing() {
        return leader().isPresent();
    }

    /** Records that from now on the registry may be unavailable or may expire sessions. */
    public synchronized void disturbed() {
        if (disturbances++ == 0) {
            chronicle.add(Kind.REGISTRY_DOWN);
        }
    }

    /** Waits until the registry serves requests again. */
    public void restored() {
        if (!Pause.until(this::isServing, LONGEST_START)) {
            throw new IllegalStateException("The registry does not come back");
        }
        synchronized (this) {
            if (--disturbances == 0) {
                chronicle.add(Kind.REGISTRY_UP);
            }
        }
    }

    public void kill(int server) {
        servers.get(server).child.kill();
    }

    public void start(int server) {
        servers.get(server).start();
    }

    public void freeze(int server) {
        servers.get(server).child.signal("STOP");
    }

    public void thaw(int server) {
        servers.get(server).child.signal("CONT");
    }

    public boolean isAlive(int server) {
        return servers.get(server).child.isAlive();
    }

    public Path data(int server) {
        return servers.get(server).data;
    }

    @Override
    public void close() {
        servers.forEach(Server::stop);
    }

    private static final class Server {

        private final int index;
        private final Path data;
        private final List<Integer> ports;
        private final int count;
        private final Path log;
        private Child child;

        Server(int index, Path data, List<Integer> ports, int count, Path log) {
            this.index = index;
            this.data = data;
            this.ports = ports;
            this.count = count;
            this.log = log;
        }

        int clientPort() {
            return ports.get(index * 3);
        }

        void start() {
            try {
                Files.createDirectories(data);
                Path configuration = log.resolveSibling("server-" + index + ".cfg");
                Files.write(configuration, configuration());
                Files.writeString(data.resolve("myid"), String.valueOf(index + 1));
                child = new Child(Child.java(RegistryServer.class)
                        .options(
                                // The default initial log file size is 64 MB.
                                "-Dzookeeper.preAllocSize=64",
                                "-Dzookeeper.jmx.log4j.disable=true",
                                "-Dserver.log=WARN")
                        .arguments(configuration.toString())
                        .appendErrorsTo(log));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private List<String> configuration() {
            List<String> lines = new ArrayList<>(List.of(
                    "dataDir=" + data.toAbsolutePath(),
                    "clientPort=" + clientPort(),
                    "clientPortAddress=127.0.0.1",
                    "tickTime=1000",
                    "initLimit=20",
                    "syncLimit=3",
                    "minSessionTimeout=1000",
                    "maxSessionTimeout=60000",
                    "maxClientCnxns=0",
                    "admin.enableServer=false"));
            for (int each = 0; count > 1 && each < count; each++) {
                lines.add("server." + (each + 1) + "=127.0.0.1:" + ports.get(each * 3 + 1) + ":"
                        + ports.get(each * 3 + 2));
            }
            return lines;
        }

        /** Returns the mode that the server reports; empty when it does not answer or does not serve requests. */
        String mode() {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), clientPort()), ANSWER_MILLIS);
                socket.setSoTimeout(ANSWER_MILLIS);
                socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
                BufferedReader answer =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                for (String line = answer.readLine(); line != null; line = answer.readLine()) {
                    if (line.startsWith("Mode: ")) {
                        return line.substring("Mode: ".length());
                    }
                }
                return "";
            } catch (IOException noAnswer) {
                return "";
            }
        }

        void stop() {
            if (child != null) {
                child.kill();
            }
        }
    }
}
