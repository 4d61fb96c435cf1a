package dev.elasticjob.registry.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All threads of an embedded server. When it stops, a server does not wait for all of its threads, and not all of them are daemon
 * threads. Threads inherit their group and daemon status, so the threads of a server that is started here can be waited for and do not
 * keep the JVM alive.
 */
final class ServerThreads {

    private static final Logger LOG = LoggerFactory.getLogger(ServerThreads.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(30);

    private final ThreadGroup group;

    /** Action that starts the server. */
    interface Start {
        void run() throws IOException;
    }

    ServerThreads(String name) {
        group = new ThreadGroup(name);
    }

    void run(Start start) throws IOException {
        CompletableFuture<Void> started = new CompletableFuture<>();
        Thread starter = new Thread(
                group,
                () -> {
                    try {
                        start.run();
                        started.complete(null);
                    } catch (IOException | RuntimeException | Error e) {
                        started.completeExceptionally(e);
                    }
                },
                group.getName() + "-start");
        starter.setDaemon(true);
        starter.start();
        try {
            started.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while starting " + group.getName(), e);
        }
    }

    void awaitEnd() {
        long end = System.nanoTime() + LONGEST_END.toNanos();
        for (Thread thread = any(); thread != null; thread = any()) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                LOG.warn("{}: thread {} does not end; it is a daemon", group.getName(), thread.getName());
                return;
            }
            try {
                thread.join(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private Thread any() {
        Thread[] threads = new Thread[group.activeCount() + 16];
        return group.enumerate(threads) == 0 ? null : threads[0];
    }
}
