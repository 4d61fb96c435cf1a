package dev.elasticjob.lite2x;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers events in order on a thread that ends when idle. */
public final class EventQueue implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventQueue.class);
    private static final int LONGEST = 10_000;
    private static final long IDLE_SECONDS = 5;
    private static final long CLOSE_SECONDS = 5;

    private final AtomicBoolean full = new AtomicBoolean();
    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(LONGEST), task -> {
                Thread result = new Thread(task, "elasticjob-events");
                result.setDaemon(true);
                return result;
            });

    public EventQueue() {
        thread.allowCoreThreadTimeOut(true);
    }

    /** Adds an event. It is dropped if the listener is too slow. */
    public void add(String jobName, Runnable delivery) {
        try {
            thread.execute(() -> deliver(jobName, delivery));
            full.set(false);
        } catch (RejectedExecutionException tooMany) {
            if (!full.getAndSet(true)) {
                LOG.warn(
                        "Dropping events of job '{}': {} events wait for the listener, which is too slow, or it is closed",
                        jobName,
                        thread.getQueue().size());
            }
        }
    }

    private static void deliver(String jobName, Runnable delivery) {
        try {
            delivery.run();
        } catch (RuntimeException thrown) {
            LOG.error("The listener of events of job '{}' failed", jobName, thrown);
        }
    }

    /** Delivers the waiting events within a time limit. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "Dropped {} events: the listener is too slow",
                        thread.shutdownNow().size());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
