package dev.elasticjob.test.net;

import dev.elasticjob.test.net.FaultyProxy.Direction;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One client's connection through the proxy: two sockets, and a thread for each direction. */
final class ProxiedConnection {

    private static final int PIECE_BYTES = 64 * 1024;

    private final Socket client;
    private final Socket server;
    private final FaultPlan plan;
    private final Runnable cut;
    private final Consumer<ProxiedConnection> ended;
    private final Thread toServer;
    private final Thread toClient;
    private final AtomicInteger running = new AtomicInteger(2);

    ProxiedConnection(Socket client, Socket server, FaultPlan plan, Runnable cut, Consumer<ProxiedConnection> ended) {
        this.client = client;
        this.server = server;
        this.plan = plan;
        this.cut = cut;
        this.ended = ended;
        this.toServer = pump(client, server, Direction.TO_SERVER);
        this.toClient = pump(server, client, Direction.TO_CLIENT);
    }

    void start() {
        toServer.start();
        toClient.start();
    }

    void close() {
        closeNow(client);
        closeNow(server);
        plan.wake();
    }

    void awaitEnd() {
        join(toServer);
        join(toClient);
    }

    private Thread pump(Socket from, Socket to, Direction direction) {
        Thread thread =
                new Thread(() -> forward(from, to, direction), "faulty-proxy-" + client.getPort() + "-" + direction);
        thread.setDaemon(true);
        return thread;
    }

    private void forward(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[PIECE_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                byte[] piece = Arrays.copyOf(buffer, read);
                plan.awaitTurn(direction, from::isClosed);
                if (plan.isFatal(direction, piece)) {
                    cut.run();
                    return;
                }
                out.write(piece);
            }
        } catch (IOException e) {
            // One side has closed the connection; the other side is closed below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
            if (running.decrementAndGet() == 0) {
                ended.accept(this);
            }
        }
    }

    static void closeNow(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("A socket that cannot be closed: " + socket, e);
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
