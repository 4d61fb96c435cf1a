package dev.elasticjob.registry.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.util.ServiceUtils;

/**
 * ZooKeeper server in this JVM, for tests and for applications on one machine. It listens on the loopback address only.
 *
 * <p>A server needs two libraries that a client does not need and that are therefore not dependencies of this module:
 * {@code io.dropwizard.metrics:metrics-core} and {@code org.xerial.snappy:snappy-java}. Add them to use this class.
 */
public final class EmbeddedZookeeper implements AutoCloseable {

    private static final int TICK_MILLIS = 1000;
    private static final int SHORTEST_SESSION_MILLIS = 1000;
    private static final int LONGEST_SESSION_MILLIS = 600_000;
    private static final int SNAPSHOTS_KEPT = 3;
    private static final int HOURS_BETWEEN_CLEANUPS = 1;

    private final Path directory;
    private final boolean temporary;
    private final DirectoryLock lock;
    private final ServerThreads threads;
    private final NIOServerCnxnFactory connections;
    private final ZooKeeperServer server;
    private final FileTxnSnapLog log;
    private final DatadirCleanupManager cleanup;
    private boolean closed;

    private EmbeddedZookeeper(Path directory, int port, boolean temporary) throws IOException {
        this.directory = directory;
        this.temporary = temporary;
        this.lock = DirectoryLock.take(directory);
        this.threads = new ServerThreads("embedded-zookeeper");
        this.log = new FileTxnSnapLog(directory.toFile(), directory.toFile());
        this.server = new QuietServer(log);
        this.connections = new NIOServerCnxnFactory();
        this.cleanup = new DatadirCleanupManager(
                directory.toFile(), directory.toFile(), SNAPSHOTS_KEPT, HOURS_BETWEEN_CLEANUPS);
        try {
            threads.run(() -> start(port));
        } catch (IOException | RuntimeException e) {
            stop();
            throw e;
        }
    }

    /**
     * Starts a server that stores its data in a directory, and continues with the data of an earlier server in that directory.
     *
     * @param directory data directory
     * @param port port to listen on; 0 for any free port
     */
    public static EmbeddedZookeeper start(Path directory, int port) {
        requireLibraries();
        try {
            return new EmbeddedZookeeper(Files.createDirectories(directory), port, false);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "No embedded ZooKeeper server in " + directory + " on port " + port + ": " + e.getMessage(), e);
        }
    }

    /** Starts a server whose data is deleted when it is closed. */
    public static EmbeddedZookeeper startTemporary() {
        requireLibraries();
        try {
            return new EmbeddedZookeeper(Files.createTempDirectory("elasticjob-zookeeper"), 0, true);
        } catch (IOException e) {
            throw new UncheckedIOException("No embedded ZooKeeper server: " + e.getMessage(), e);
        }
    }

    private static void requireLibraries() {
        for (String needed : List.of("com.codahale.metrics.Reservoir", "org.xerial.snappy.SnappyCodec")) {
            try {
                Class.forName(needed, false, EmbeddedZookeeper.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(
                        "An embedded ZooKeeper server needs two libraries more than a client: add"
                                + " io.dropwizard.metrics:metrics-core and org.xerial.snappy:snappy-java to the"
                                + " dependencies (missing class " + needed + ")",
                        e);
            }
        }
    }

    private void start(int port) throws IOException {
        // The server ends the JVM after an error that it cannot handle, which is not acceptable in an application.
        ServiceUtils.setSystemExitProcedure(ServiceUtils.LOG_ONLY);
        int anyNumber = 0;
        connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), anyNumber, -1, false);
        try {
            connections.startup(server);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while starting", e);
        }
        cleanup.start();
    }

    public int port() {
        return connections.getLocalPort();
    }

    /** Returns the value for {@code serverLists} of a {@link ZookeeperConfiguration}. */
    public String connectString() {
        return InetAddress.getLoopbackAddress().getHostAddress() + ":" + port();
    }

    /**
     * Ends a session as if it had timed out. For tests of lost processes that do not wait for the timeout.
     *
     * @param session id of the session, as in the owner of a bound node
     */
    public void endSession(long session) {
        server.closeSession(session);
    }

    Path directory() {
        return directory;
    }

    ZooKeeperServer server() {
        return server;
    }

    /** Stops the server and its threads. Sessions remain valid if the server is started again before they time out. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            stop();
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded ZooKeeper server in " + directory + " did not end well", e);
        }
    }

    private void stop() throws IOException {
        connections.shutdown();
        if (server.isRunning()) {
            server.shutdown();
        }
        cleanup.shutdown();
        log.close();
        threads.awaitEnd();
        lock.close();
        if (temporary) {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Server that does not register itself with JMX, where several servers would have the same names. */
    private static final class QuietServer extends ZooKeeperServer {

        QuietServer(FileTxnSnapLog log) {
            super(log, TICK_MILLIS, SHORTEST_SESSION_MILLIS, LONGEST_SESSION_MILLIS, -1, null, "");
        }

        @Override
        protected void registerJMX() {}

        @Override
        protected void unregisterJMX() {}
    }
}
