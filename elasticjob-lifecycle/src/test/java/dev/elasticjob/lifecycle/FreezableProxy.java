package dev.elasticjob.lifecycle;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Forwards bytes to a port of this machine. While the proxy is frozen, connections stay open and no bytes are forwarded. */
final class FreezableProxy implements AutoCloseable {

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean isFrozen;

    FreezableProxy(int target) {
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

    synchronized void freeze() {
        isFrozen = true;
    }

    synchronized void thaw() {
        isFrozen = false;
        notifyAll();
    }

    private synchronized void awaitThaw() {
        try {
            while (isFrozen) {
                wait();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket here = server.accept();
                Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(here);
                sockets.add(there);
                daemon(() -> pass(here, there));
                daemon(() -> pass(there, here));
            }
        } catch (IOException closed) {
            sockets.forEach(FreezableProxy::close);
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                awaitThaw();
                out.write(buffer, 0, count);
            }
        } catch (IOException closed) {
            // The finally block closes both sides.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "freezable-proxy");
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
    public void close() throws IOException {
        server.close();
        thaw();
        sockets.forEach(FreezableProxy::close);
    }
}
