package dev.elasticjob.console.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A connection between a browser and the console that a test can cut. */
final class Wire implements AutoCloseable {

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean isCut;

    Wire(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void cut() {
        isCut = true;
        sockets.forEach(Wire::close);
        sockets.clear();
    }

    void mend() {
        isCut = false;
    }

    private void accept() {
        try {
            while (true) {
                Socket here = server.accept();
                if (isCut) {
                    close(here);
                    continue;
                }
                Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(here);
                sockets.add(there);
                daemon(() -> pass(here, there));
                daemon(() -> pass(there, here));
            }
        } catch (IOException closed) {
            cut();
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // The other side is closed below, as after a regular end.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        cut();
    }
}
