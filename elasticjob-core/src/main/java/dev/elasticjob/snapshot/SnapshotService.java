package dev.elasticjob.snapshot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code dump@jobName} on a port with the content of the registry for that job, one line {@code path | value} per node:
 * {@code echo "dump@jobName" | nc 127.0.0.1 9888}. If this process works with a value that differs from the registry, the line is
 * {@code path | value | path | local value}. Addresses are replaced by {@code ip1}, {@code ip2}, secrets are masked, and values are
 * written in one line, with {@code \n} for line breaks. A line that does not start with a slash is an error message.
 *
 * <p>Only clients on the same machine can connect, unless an address to listen on is specified, because there is no authentication.
 */
public final class SnapshotService implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotService.class);

    private final CoordinatorRegistryCenter regCenter;
    private final InetAddress bindAddress;
    private final int port;
    private final SnapshotLimits limits;
    private Optional<SnapshotListener> listener = Optional.empty();

    /**
     * Creates a service that listens on the loopback address.
     *
     * @param regCenter registry to read
     * @param port port to listen on; 0 for a free port, which {@link #port()} returns
     */
    public SnapshotService(CoordinatorRegistryCenter regCenter, int port) {
        this(regCenter, InetAddress.getLoopbackAddress(), port, SnapshotLimits.DEFAULT);
    }

    /**
     * Creates a service that listens on an address of this machine, such as {@code 10.0.0.7}, or on all addresses, {@code 0.0.0.0}. Every
     * client that can reach the port can read dumps.
     *
     * @param regCenter registry to read
     * @param bindAddress address to listen on
     * @param port port to listen on; 0 for a free port, which {@link #port()} returns
     */
    public SnapshotService(CoordinatorRegistryCenter regCenter, String bindAddress, int port) {
        this(regCenter, resolve(bindAddress), port, SnapshotLimits.DEFAULT);
    }

    SnapshotService(CoordinatorRegistryCenter regCenter, InetAddress bindAddress, int port, SnapshotLimits limits) {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException(
                    "The dump port is " + port + ": there is no such port. Choose one from 1 to 65535, or 0 for any");
        }
        this.regCenter = regCenter;
        this.bindAddress = bindAddress;
        this.port = port;
        this.limits = limits;
    }

    private static InetAddress resolve(String address) {
        try {
            if (address.isBlank()) {
                throw new UnknownHostException("it is empty");
            }
            return InetAddress.getByName(address.strip());
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    "The address to listen on for dumps is '" + address + "': " + unknown.getMessage()
                            + ". Write an address of this machine, or 0.0.0.0 for all of them",
                    unknown);
        }
    }

    /**
     * Opens the port. Has no effect while it is open. If the port is in use on an address of this machine, for example by another
     * instance of the application, a warning is logged and this process continues without dumps.
     *
     * @throws IllegalStateException if the port cannot be opened for another reason
     */
    public synchronized SnapshotService listen() {
        if (listener.isEmpty()) {
            try {
                listener = Optional.of(SnapshotListener.open(regCenter, bindAddress, port, limits));
            } catch (BindException inUse) {
                LOG.warn(
                        "Failed to open dump port {} of {}: {}. Continuing without dumps; give each instance on a host"
                                + " a separate port (dumpPort, elasticjob.dump.port), or 0 for any",
                        port,
                        bindAddress.getHostAddress(),
                        inUse.getMessage());
            } catch (IOException failed) {
                throw new IllegalStateException(
                        "The dump port " + port + " of " + bindAddress.getHostAddress() + " cannot be opened: "
                                + failed.getMessage()
                                + ". Choose another port, 0 for any, and an address of this machine",
                        failed);
            }
        }
        return this;
    }

    /**
     * Returns the dump of a job, one line per node, without using the port.
     *
     * @throws IllegalStateException if the job does not exist or the registry does not respond
     */
    public String dumpJobDirectly(String jobName) {
        try {
            List<String> lines =
                    new JobDump(regCenter, Objects.requireNonNull(jobName, "jobName"), limits.allWithin()).lines();
            return String.join("\n", lines) + "\n";
        } catch (RefusedException refused) {
            throw new IllegalStateException("Dump of job '" + jobName + "' failed: " + refused.getMessage(), refused);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Dump of job '" + jobName + "' was interrupted", interrupted);
        }
    }

    /**
     * Requests the dump of a job from the dump port of another process.
     *
     * @return the lines of the dump, or one line that starts with {@code Error:}
     * @throws IOException if the port cannot be reached or does not respond within 30 seconds
     */
    public static String dumpJob(String ip, int port, String jobName) throws IOException {
        int timeoutMillis = Math.toIntExact(SnapshotLimits.DEFAULT.allWithin().toMillis());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(ip, port), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write(("dump@" + jobName + "\n").getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Returns the open port.
     *
     * @throws IllegalStateException if no port is open
     */
    public synchronized int port() {
        return listener.orElseThrow(() -> new IllegalStateException(
                        "The dump port is not open. Call listen() first, and see its warning in the log"))
                .port();
    }

    /** Closes the port and all connections. */
    @Override
    public synchronized void close() {
        listener.ifPresent(SnapshotListener::close);
        listener = Optional.empty();
    }
}
