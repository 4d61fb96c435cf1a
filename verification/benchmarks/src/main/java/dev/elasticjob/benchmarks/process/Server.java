package dev.elasticjob.benchmarks.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** The ZooKeeper server that both engines use. */
public final class Server implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Child process;
    private final int port;

    private Server(Child process, int port) {
        this.process = process;
        this.port = port;
    }

    public static Server start() {
        Child process = Child.start(
                "zookeeper",
                System.getProperty("java.class.path"),
                List.of(
                        "-XX:+TieredCompilation",
                        "-XX:+UseSerialGC",
                        "-Dzookeeper.4lw.commands.whitelist=*",
                        "-Dlogback.configurationFile=worker-logback.xml"),
                ServerMain.class.getName(),
                List.of());
        return new Server(process, Integer.parseInt(process.answer("start", PATIENCE)));
    }

    public int port() {
        return port;
    }

    public String connectString() {
        return InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
    }

    public Duration cpu() {
        return ProcessFacts.cpu(process.pid());
    }

    public long residentBytes() {
        return ProcessFacts.residentBytes(process.pid());
    }

    /** Returns a metric of the server, such as {@code zk_watch_count}. */
    public long figure(String name) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("mntr".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.lines()
                    .filter(line -> line.startsWith(name + "\t"))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("The server does not return " + name));
        } catch (IOException e) {
            throw new UncheckedIOException("The server does not answer", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
