package dev.elasticjob.snapshot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listening port. A thread accepts clients. Each client is served by its own thread, few at the same time, and is disconnected when its
 * time limit expires.
 */
final class SnapshotListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotListener.class);

    /** Number of clients that the system queues; it rejects further ones. */
    private static final int BACKLOG = 10;

    private static final long LONGEST_END_MS = 5_000;
    private static final long PAUSE_MS = 1_000;

    private final CoordinatorRegistryCenter regCenter;
    private final SnapshotLimits limits;
    private final ServerSocket server;
    private final Semaphore free;
    private final ScheduledThreadPoolExecutor timer;
    private final AtomicInteger count = new AtomicInteger();
    private final Set<Socket> clients = new HashSet<>();
    private final Set<Thread> threads = new HashSet<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private boolean closed;

    private SnapshotListener(CoordinatorRegistryCenter regCenter, ServerSocket server, SnapshotLimits limits) {
        this.regCenter = regCenter;
        this.server = server;
        this.limits = limits;
        free = new Semaphore(limits.connections());
        timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "elasticjob-dump-timer"));
        timer.setRemoveOnCancelPolicy(true);
    }

    static SnapshotListener open(
            CoordinatorRegistryCenter regCenter, InetAddress address, int port, SnapshotLimits limits)
            throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(new InetSocketAddress(address, port), BACKLOG);
        } catch (IOException | IllegalArgumentException failed) {
            server.close();
            if (failed instanceof BindException && !isOfThisMachine(address)) {
                throw new IOException(failed.getMessage(), failed);
            }
            throw failed instanceof IOException refused ? refused : new IOException(failed.getMessage(), failed);
        }
        if (!address.isLoopbackAddress()) {
            LOG.warn(
                    "Every client that can connect to {} can read the state of all jobs of {}: dumps are not protected"
                            + " by a password",
                    server.getLocalSocketAddress(),
                    regCenter.describe());
        }
        SnapshotListener listener = new SnapshotListener(regCenter, server, limits);
        listener.start(listener::accept, "elasticjob-dump-" + server.getLocalPort());
        return listener;
    }

    private static boolean isOfThisMachine(InetAddress address) throws IOException {
        return address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    int port() {
        return server.getLocalPort();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private synchronized boolean start(Runnable task, String name) {
        if (closed) {
            return false;
        }
        Thread thread = daemon(
                () -> {
                    try {
                        task.run();
                    } finally {
                        ended(Thread.currentThread());
                    }
                },
                name);
        threads.add(thread);
        thread.start();
        return true;
    }

    private synchronized void ended(Thread thread) {
        threads.remove(thread);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                free.acquire();
                Socket client = server.accept();
                if (!start(() -> serve(client), "elasticjob-dump-client-" + count.incrementAndGet())) {
                    cut(client);
                }
            } catch (IOException refused) {
                free.release();
                pauseAfter(refused);
            } catch (InterruptedException closing) {
                return;
            }
        }
    }

    /**
     * Pauses after a failure to accept clients, for example because there is no free file descriptor: an immediate retry would not help.
     */
    private void pauseAfter(IOException refused) {
        if (!server.isClosed()) {
            LOG.warn("Failed to accept connections on dump port {}; retrying: {}", port(), refused.toString());
            try {
                ending.await(PAUSE_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException closing) {
                LOG.debug("The dump port is being closed", closing);
            }
        }
    }

    private void serve(Socket client) {
        ScheduledFuture<?> limit = null;
        try (client) {
            if (!add(client)) {
                return;
            }
            // Closing the socket is the only way to end a blocked write to a client that does not read.
            limit = timer.schedule(() -> cut(client), limits.allWithin().toMillis(), TimeUnit.MILLISECONDS);
            new Conversation(client, regCenter, limits).hold();
        } catch (IOException gone) {
            LOG.debug("A client of the dump port was lost: {}", gone.toString());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException bug) {
            LOG.error("A dump failed", bug);
        } finally {
            if (limit != null) {
                limit.cancel(false);
            }
            remove(client);
            free.release();
        }
    }

    private synchronized boolean add(Socket client) {
        return !closed && clients.add(client);
    }

    private synchronized void remove(Socket client) {
        clients.remove(client);
    }

    private static void cut(Socket client) {
        try {
            client.close();
        } catch (IOException gone) {
            LOG.debug("A client of the dump port was lost: {}", gone.toString());
        }
    }

    @Override
    public void close() {
        Set<Thread> left;
        synchronized (this) {
            closed = true;
            clients.forEach(SnapshotListener::cut);
            left = Set.copyOf(threads);
        }
        ending.countDown();
        timer.shutdownNow();
        try {
            server.close();
        } catch (IOException failed) {
            LOG.warn("The dump port {} was not closed", port(), failed);
        }
        left.forEach(Thread::interrupt);
        try {
            for (Thread thread : left) {
                thread.join(LONGEST_END_MS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
