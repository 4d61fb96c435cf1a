package dev.elasticjob.benchmarks.wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;

/** A proxy between clients and their ZooKeeper server that counts the traffic. It does not depend on the engine. */
public final class CountingProxy implements AutoCloseable {

    private static final int NOTIFICATION = -1;
    private static final int PING = -2;

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final LongAdder requests = new LongAdder();
    private final LongAdder roundTrips = new LongAdder();
    private final LongAdder notifications = new LongAdder();
    private final LongAdder pings = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    public CountingProxy(int serverPort) {
        try {
            server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
            listener = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("No port for a proxy", e);
        }
        start("proxy-" + listener.getLocalPort(), this::accept);
    }

    /** Returns the address for clients as {@code host:port}. */
    public String connectString() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    public Traffic traffic() {
        return new Traffic(requests.sum(), roundTrips.sum(), notifications.sum(), pings.sum(), bytes.sum());
    }

    @Override
    public void close() {
        closeNow(listener);
        sockets.forEach(CountingProxy::closeNow);
    }

    private void accept() {
        while (true) {
            Socket client;
            try {
                client = listener.accept();
            } catch (IOException closed) {
                return;
            }
            serve(client);
        }
    }

    private void serve(Socket client) {
        Socket upstream = new Socket();
        sockets.add(client);
        sockets.add(upstream);
        try {
            upstream.connect(server);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
        } catch (IOException gone) {
            closeNow(client);
            closeNow(upstream);
            return;
        }
        RoundTrips trips = new RoundTrips(roundTrips);
        start("to-server", () -> pump(client, upstream, number -> requested(trips, number)));
        start(
                "to-client",
                () -> pump(upstream, client, number -> {
                    if (number == NOTIFICATION) {
                        notifications.increment();
                    } else if (number != PING) {
                        trips.answered();
                    }
                }));
    }

    private void requested(RoundTrips trips, int number) {
        if (number == PING) {
            pings.increment();
        } else {
            requests.increment();
            trips.requested();
        }
    }

    private void pump(Socket from, Socket to, IntConsumer told) {
        FrameReader frames = new FrameReader(told);
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                // Counts before forwarding, so that no response is counted before its request.
                bytes.add(read);
                frames.accept(buffer, read);
                out.write(buffer, 0, read);
            }
        } catch (IOException gone) {
            // One side has closed the connection; the other side is closed below.
        } finally {
            closeNow(from);
            closeNow(to);
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeNow(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("A socket that cannot be closed: " + socket, e);
        }
    }
}
