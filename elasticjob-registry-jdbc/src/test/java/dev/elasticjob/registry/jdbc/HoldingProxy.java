package dev.elasticjob.registry.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Proxy that holds one request and closes the client's side of its connection, while the server's side stays open. The server receives
 * the request when the test releases it, as after a network partition.
 */
final class HoldingProxy implements AutoCloseable {

    private final InetSocketAddress server;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile String marker = "";
    private volatile Socket heldServer;
    private volatile byte[] held;
    private final CompletableFuture<Void> holding = new CompletableFuture<>();
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    HoldingProxy(InetSocketAddress server) {
        this.server = server;
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /** Holds the next request that contains the text. */
    void holdNext(String text) {
        marker = text;
    }

    CompletableFuture<Void> holding() {
        return holding;
    }

    /** Forwards the held request, and completes with the server's reply. */
    CompletableFuture<String> release() throws IOException {
        OutputStream out = heldServer.getOutputStream();
        out.write(held);
        out.flush();
        return answer;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket upstream = new Socket(server.getAddress(), server.getPort());
                sockets.add(client);
                sockets.add(upstream);
                start(() -> toServer(client, upstream));
                start(() -> toClient(upstream, client));
            }
        } catch (IOException e) {
            // The connection is closed.
        }
    }

    private void toServer(Socket client, Socket upstream) {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = client.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                String text = new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
                if (!marker.isEmpty() && text.contains(marker)) {
                    marker = "";
                    held = Arrays.copyOf(buffer, read);
                    heldServer = upstream;
                    client.close();
                    holding.complete(null);
                    return;
                }
                upstream.getOutputStream().write(buffer, 0, read);
            }
            upstream.close();
        } catch (IOException e) {
            close(upstream);
        }
    }

    private void toClient(Socket upstream, Socket client) {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = upstream.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (upstream == heldServer) {
                    answer.complete(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                    return;
                }
                client.getOutputStream().write(buffer, 0, read);
            }
            client.close();
        } catch (IOException e) {
            close(client);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "holding-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(HoldingProxy::close);
    }
}
