package dev.elasticjob.test.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A TCP proxy on the loopback address between a client and its server, which breaks the connection on request of a test.
 *
 * <p>It does not depend on a protocol. It forwards data in pieces as the network delivered them. A test that targets one
 * request describes its piece with a predicate; a heartbeat, for example, differs from a request in length.
 */
public final class FaultyProxy implements AutoCloseable {

    /** Direction of data. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Thread acceptor;
    private final FaultPlan plan = new FaultPlan();
    private final List<ProxiedConnection> connections = new ArrayList<>();
    private boolean closed;

    private FaultyProxy(InetSocketAddress server, ServerSocket listener) {
        this.server = server;
        this.listener = listener;
        this.acceptor = new Thread(this::acceptUntilClosed, "faulty-proxy-" + listener.getLocalPort());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** Starts a proxy on a free port. */
    public static FaultyProxy to(InetSocketAddress server) {
        try {
            return new FaultyProxy(
                    Objects.requireNonNull(server), new ServerSocket(0, 128, InetAddress.getLoopbackAddress()));
        } catch (IOException e) {
            throw new UncheckedIOException("No port for a proxy to " + server, e);
        }
    }

    /** Returns the address for clients. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /** Returns the address for clients as {@code host:port}. */
    public String connectString() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    /** Breaks every connection, and each new one immediately, until {@link #heal()}. */
    public void cut() {
        plan.refuse();
        breakConnections();
    }

    /** Breaks every connection; new ones are accepted. */
    public void breakConnections() {
        List<ProxiedConnection> broken;
        synchronized (connections) {
            broken = List.copyOf(connections);
        }
        broken.forEach(ProxiedConnection::close);
        broken.forEach(ProxiedConnection::awaitEnd);
    }

    /** Passes every piece sent to a client to the editor, which may change its bytes. Healing does not remove the editor. */
    public void editAnswers(Consumer<byte[]> editor) {
        plan.editAnswers(editor);
    }

    /**
     * {@link #cut() Cuts} the connections when the first piece matching {@code request} arrives, and does not forward
     * it.
     */
    public void cutBeforeRequest(Predicate<byte[]> request) {
        plan.cutBeforeRequest(request);
    }

    /**
     * Forwards a piece matching {@code request} to the server, and {@link #cut() cuts} the connections when the server
     * has answered with a piece matching {@code answer}, which is not forwarded.
     */
    public void cutBeforeAnswer(Predicate<byte[]> request, Predicate<byte[]> answer) {
        plan.cutBeforeAnswer(request, answer);
    }

    /** Freezes one direction until {@link #heal()}: nothing is lost and nothing arrives. */
    public void hold(Direction direction) {
        plan.hold(direction);
    }

    /**
     * Forwards every piece only after {@code time}, one piece at a time, which also limits the throughput of a busy
     * direction.
     */
    public void delay(Direction direction, Duration time) {
        plan.delay(direction, time);
    }

    /** Ends every fault, including those that have not occurred yet. */
    public void heal() {
        plan.heal();
    }

    /** Returns the number of open connections. */
    public int connections() {
        synchronized (connections) {
            return connections.size();
        }
    }

    /** Breaks every connection, releases the port, and ends all threads of the proxy. */
    @Override
    public void close() {
        synchronized (connections) {
            closed = true;
        }
        ProxiedConnection.closeNow(listener);
        breakConnections();
        ProxiedConnection.join(acceptor);
    }

    private void acceptUntilClosed() {
        while (true) {
            Socket client;
            try {
                client = listener.accept();
            } catch (IOException e) {
                return;
            }
            if (plan.refuses()) {
                ProxiedConnection.closeNow(client);
            } else {
                serve(client);
            }
        }
    }

    private void serve(Socket client) {
        Socket upstream = new Socket();
        try {
            upstream.connect(server);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
        } catch (IOException e) {
            // The server is down. Closing the connection reports this to the client as without a proxy.
            ProxiedConnection.closeNow(upstream);
            ProxiedConnection.closeNow(client);
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(client, upstream, plan, this::cutFromPump, this::ended);
        synchronized (connections) {
            // A cut during the connection attempt must affect this connection as well.
            if (closed || plan.refuses()) {
                connection.close();
                return;
            }
            connections.add(connection);
            connection.start();
        }
    }

    /** Does the same as {@link #cut()} on the thread of a connection, which cannot wait for itself. */
    private void cutFromPump() {
        plan.refuse();
        synchronized (connections) {
            connections.forEach(ProxiedConnection::close);
        }
    }

    private void ended(ProxiedConnection connection) {
        synchronized (connections) {
            connections.remove(connection);
        }
    }
}
