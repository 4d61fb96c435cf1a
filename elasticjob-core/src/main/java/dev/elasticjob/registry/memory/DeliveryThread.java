package dev.elasticjob.registry.memory;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a registry, which executes operations, and delivers results, hints and states. It determines their order and makes locks
 * unnecessary in the code that it runs.
 *
 * <p>The thread exists while it has users or tasks.
 */
final class DeliveryThread {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryThread.class);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int users;
    private Thread thread;

    synchronized void addUser() {
        users++;
    }

    synchronized void removeUser() {
        users--;
        notifyAll();
    }

    synchronized void post(Runnable task) {
        tasks.add(task);
        if (thread == null) {
            thread = new Thread(this::run, "elasticjob-memory-registry");
            thread.setDaemon(true);
            thread.start();
        }
        notifyAll();
    }

    /** Calls a receiver. Its exceptions must not prevent other receivers from being called. */
    static <T> void tell(Consumer<T> receiver, T message) {
        try {
            receiver.accept(message);
        } catch (RuntimeException | Error e) {
            LOG.error("The receiver of {} failed", message, e);
        }
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("An operation of the registry in memory failed", e);
            }
        }
    }

    /** Returns the next task, or null if the thread has to end. */
    private synchronized Runnable next() {
        while (tasks.isEmpty()) {
            if (users == 0) {
                thread = null;
                return null;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                // A receiver interrupted the delivery thread, which must continue.
                LOG.debug("Interrupted by a receiver", e);
            }
        }
        return tasks.remove();
    }
}
