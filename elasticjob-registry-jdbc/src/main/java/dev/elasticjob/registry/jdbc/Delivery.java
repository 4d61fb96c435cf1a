package dev.elasticjob.registry.jdbc;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers results, hints and state changes on one thread, in the order in which they were posted. */
final class Delivery {

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final Runnable END = () -> {};

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "elasticjob-jdbc-registry-delivery");

    Delivery() {
        thread.setDaemon(true);
        thread.start();
    }

    void post(Runnable task) {
        tasks.add(task);
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Ends the thread after everything posted before is delivered; waits for a limited time. */
    void end(Duration longest) {
        tasks.add(END);
        try {
            thread.join(longest.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (true) {
            Runnable task;
            try {
                task = tasks.take();
            } catch (InterruptedException e) {
                // A receiver interrupted the delivery thread, which is still needed for other receivers.
                LOG.debug("Interrupted by a receiver", e);
                continue;
            }
            if (task == END) {
                return;
            }
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("A receiver of a result, hint or change of state of the registry failed", e);
            }
        }
    }
}
