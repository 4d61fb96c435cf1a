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
 * A TCP proxy on the loopback address between a client and its server, which breaks the connection when a test says so.
 *
 * <p>It knows no protocol. It hands on what arrives in pieces as the network delivered them, and a test that wants to hit one
 * request describes the piece with a predicate (a heartbeat, say, is told from a request by its length).
 */
public final class FaultyProxy implements AutoCloseable {

    /** Which way bytes travel. */
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

    /** Where clients connect to. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /** The same as {@code host:port}. */
    public String connectString() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    /** Breaks every connection, and each new one at once, until {@link #heal()}. */
    public void cut() {
        plan.refuse();
        breakConnections();
    }

    /** Breaks every connection; new ones are served. */
    public void breakConnections() {
        List<ProxiedConnection> broken;
        synchronized (connections) {
            broken = List.copyOf(connections);
        }
        broken.forEach(ProxiedConnection::close);
        broken.forEach(ProxiedConnection::awaitEnd);
    }

    /** Shows every piece that goes to a client to the editor, which may change its bytes. Healing does not end this. */
    public void editAnswers(Consumer<byte[]> editor) {
        plan.editAnswers(editor);
    }

    /** {@link #cut() Cuts} when the first piece that {@code request} describes arrives, which the server never sees. */
    public void cutBeforeRequest(Predicate<byte[]> request) {
        plan.cutBeforeRequest(request);
    }

    /**
     * Waits for a piece that {@code request} describes, lets the server have it, and {@link #cut() cuts} when the server has
     * answered with a piece that {@code answer} describes, which the client never sees.
     */
    public void cutBeforeAnswer(Predicate<byte[]> request, Predicate<byte[]> answer) {
        plan.cutBeforeAnswer(request, answer);
    }

    /** Freezes one direction: nothing is lost and nothing arrives until {@link #heal()}. */
    public void hold(Direction direction) {
        plan.hold(direction);
    }

    /** Hands every piece on only after {@code time}; one piece at a time, so that a busy direction also gets slow. */
    public void delay(Direction direction, Duration time) {
        plan.delay(direction, time);
    }

    /** Ends every fault, also those that have not struck yet. */
    public void heal() {
        plan.heal();
    }

    /** How many connections are open. */
    public int connections() {
        synchronized (connections) {
            return connections.size();
        }
    }

    /** Breaks every connection and gives the port back; no thread of the proxy is left. */
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
            // The server is down: the client learns it as it would without us.
            ProxiedConnection.closeNow(upstream);
            ProxiedConnection.closeNow(client);
            return;
        }
        ProxiedConnection connection = new ProxiedConnection(client, upstream, plan, this::cutFromPump, this::ended);
        synchronized (connections) {
            // A cut that came while we were connecting must hit this one as well.
            if (closed || plan.refuses()) {
                connection.close();
                return;
            }
            connections.add(connection);
            connection.start();
        }
    }

    /** As {@link #cut()}, called on a connection's own thread, which cannot wait for itself. */
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
